import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendarMonth, IconCalendarShare, IconCloudOff, IconFilterOff } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { peopleQuery } from '#web/api/acting/people.ts'
import { currentReaderId, useReader } from '#web/api/acting/subject.ts'
import { type SessionState, useSessionState } from '#web/api/session/session.ts'
import { problemText } from '#web/api/problem-text.ts'
import { queryClient, withTimeout } from '#web/api/query-client.ts'
import { fullName } from '#web/features/members/words.ts'
import { ForWhom } from '#web/features/members/acting/for-whom.tsx'
import { Calendar } from '#web/features/events/calendar/calendar.tsx'
import { CalendarFilters } from '#web/features/events/calendar/calendar-filters.tsx'
import { clubsToChoose, entriesOf, matching, peopleToChoose } from '#web/features/events/calendar/entries.ts'
import { feedsQuery, useNextEntry } from '#web/features/events/calendar/queries.ts'
import { rangeOf, readCalendar, useCalendar } from '#web/features/events/calendar/views.ts'
import { eventsOfDaysQuery, ticketsQuery } from '#web/features/events/queries.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { lazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx'
import { loadOrOffline } from './-load-or-offline.ts'

export const Route = createFileRoute('/_member/my-calender')({
  loader: ({ location }) => withTimeout(loadDays(location.search), timeoutMs),
  component: CalendarPage,
  staticData: { name: 'calendar', title: m.title_calendar, offline: true },
})

const SubscribeDialog = lazyDialog(
  async () => (await import('#web/features/events/calendar/subscribe-dialog.tsx')).SubscribeDialog,
)

/** Longest wait for data, in milliseconds; then the page renders skeletons. */
const timeoutMs = 900

async function loadDays(search: Record<string, string | undefined>): Promise<void> {
  const readerId = currentReaderId()
  if (readerId === null) return
  const { view, day } = readCalendar(search)
  const days = rangeOf(view, day)
  await loadOrOffline(
    readerId,
    () =>
      Promise.all([
        queryClient.ensureQueryData(eventsOfDaysQuery({ mine: 'true', ...days })),
        queryClient.ensureQueryData(ticketsQuery(readerId)),
      ]),
    days,
  )
}

/** The family's tickets and their clubs' events, by day. */
function CalendarPage() {
  const reader = useReader()
  const calendar = useCalendar()
  const { view, day, filter, show } = calendar
  const { from, until } = rangeOf(view, day)
  const events = useQuery(eventsOfDaysQuery({ mine: 'true', from, until }))
  const tickets = useQuery(ticketsQuery(reader.id))
  const failed = [events, tickets].filter(({ data, error }) => error && !data)
  // Placeholder data belongs to other days.
  const loading = [events, tickets].some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData)
  const all = entriesOf(events.data?.items ?? [], tickets.data ?? [])
  const wanted = matching(all, filter)
  const next = useNextEntry({ view, day, filter, entries: wanted, loading })
  const [subscribing, dialog] = useDisclosure(false)
  const session = useSessionState()
  const isSignedIn = session.status === 'signed-in'
  const { family, clubs } = useFamily(session)
  const hasComing = (tickets.data ?? []).some(({ past, status }) => !past && status === 'valid')
  return (
    <Stack gap="clamp(8px, 2vw, 24px)">
      <PageHeader
        low
        title={m.title_calendar()}
        subtitle={m.calendar_subtitle()}
        actions={
          isSignedIn && (
            <Button onClick={dialog.open} leftSection={<IconCalendarShare size={18} stroke={1.7} />}>
              {m.calendar_subscribe()}
            </Button>
          )
        }
      />
      <SubscribeDialog opened={subscribing} withFile={hasComing} onClose={dialog.close} />
      <ForWhom />
      <CalendarFilters
        filter={filter}
        onChange={(chosen) => show(chosen)}
        people={peopleToChoose(family, tickets.data ?? [])}
        clubs={clubsToChoose(clubs, all)}
      />
      {failed[0]?.error && (
        // The calendar stays visible, so that one can go to other days.
        <Alert color="red" role="alert" icon={<IconCloudOff stroke={1.7} />} title={m.error_panel_title()}>
          <Group gap="xs" justify="space-between">
            <span>{problemText(failed[0].error)}</span>
            <Button
              variant="default"
              size="xs"
              loading={failed.some(({ isFetching }) => isFetching)}
              onClick={() => void Promise.all(failed.map((query) => query.refetch()))}
            >
              {m.action_retry()}
            </Button>
          </Group>
        </Alert>
      )}
      {events.data?.cut && (
        <Text c="dimmed" role="status">
          {m.calendar_first({ count: events.data.items.length })}
        </Text>
      )}
      <Calendar
        view={view}
        day={day}
        show={show}
        entries={wanted.filter(({ firstDay, lastDay }) => firstDay <= until && lastDay >= from)}
        next={next}
        loading={loading}
        failed={failed.length > 0}
        empty={
          filter.person || filter.club ? (
            <EmptyState
              order={3}
              icon={<IconFilterOff size={40} stroke={1.5} />}
              title={m.calendar_empty_filtered_title()}
              actions={<Button onClick={() => void show({ person: '', club: '' })}>{m.calendar_show_all()}</Button>}
            >
              {m.calendar_empty_filtered()}
            </EmptyState>
          ) : (
            <EmptyState
              order={3}
              icon={<IconCalendarMonth size={40} stroke={1.5} />}
              title={m.calendar_empty_title()}
              actions={<ButtonLink to={paths.events()}>{m.tickets_see_events()}</ButtonLink>}
            >
              {m.calendar_empty()}
            </EmptyState>
          )
        }
      />
    </Stack>
  )
}

/** The people and clubs of whoever is signed in; none offline. */
function useFamily(session: SessionState) {
  const member = session.status === 'signed-in' ? session.member : null
  const people = useQuery({ ...peopleQuery(member?.id ?? ''), enabled: member !== null })
  // The list of subscriptions knows the family's clubs.
  const feeds = useQuery({ ...feedsQuery, enabled: member !== null })
  const all = member ? [member, ...(people.data ?? []).map((one) => one.member)] : []
  return {
    family: all.map((one) => ({ value: one.id, name: fullName(one) })),
    clubs: (feeds.data?.clubs ?? []).flatMap(({ key, name }) => (key === undefined ? [] : [{ value: key, name }])),
  }
}
