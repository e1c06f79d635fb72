import { ActionIcon, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChevronLeft, IconChevronRight, IconRefresh } from '#web/ui/icons/index.ts'
import type { ListedEvent } from '#contract/events/office.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { useAddress } from '#web/ui/data-list/list-address.ts'
import { TextLink } from '#web/ui/link.tsx'
import { langIn } from '#web/parts/local-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { today, whenWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { dayWords, entriesOf, entriesOn, monthWords, type CalendarEntry } from '../calendar/entries.ts'
import { Month } from '../calendar/sheets.tsx'
import { rangeOf } from '../calendar/views.ts'
import { addMonths, isDay, mondayOf } from '../days.ts'
import type { EventClub } from './event-form.ts'
import { badgeWords, titleOf } from './listed-words.ts'
import { officeCalendarQuery } from './queries.ts'
import { EventTitle, SeriesMark, seriesWords, SoldPlaces } from './listed-event.tsx'

/** A month of a club's events, drafts included, and those of the chosen day. */
export function OfficeCalendar({ club }: { readonly club: EventClub }) {
  const { textOf, change } = useAddress()
  const inAddress = textOf('day')
  const day = isDay(inAddress) ? inAddress : today()
  const onDay = (chosen: string) => change({ day: chosen })
  const { from, until } = rangeOf('month', day)
  const query = useQuery(officeCalendarQuery(club.id, from, until))
  const events = query.data?.events ?? []
  const entries = entriesOfOffice(events, club.key)
  const chosen = new Set(entriesOn(entries, day).map(({ id }) => id))
  const label = monthWords(day)
  return (
    <Panel>
      <Group gap="xs" mb="md">
        <ActionIcon
          variant="default"
          aria-label={m.office_events_month_before()}
          onClick={() => onDay(addMonths(day, -1))}
        >
          <IconChevronLeft size={18} stroke={1.7} />
        </ActionIcon>
        <Title order={2} size="h3" aria-live="polite" miw={158} ta="center">
          {label}
        </Title>
        <ActionIcon
          variant="default"
          aria-label={m.office_events_month_after()}
          onClick={() => onDay(addMonths(day, 1))}
        >
          <IconChevronRight size={18} stroke={1.7} />
        </ActionIcon>
        <Button variant="default" onClick={() => onDay(today())}>
          {m.calendar_today()}
        </Button>
      </Group>
      {query.error && !query.data && <QueryError query={query} />}
      <div aria-busy={query.isPending}>
        <Month day={day} entries={entries} label={label} onDay={onDay} onWeek={(week) => onDay(mondayOf(week))} />
      </div>
      {query.data && query.data.next !== null && (
        <Text size="sm" mt="sm" role="status">
          {m.office_events_calendar_cut({ count: events.length })}
        </Text>
      )}
      <Text size="sm" c="dimmed" mt="sm">
        {m.office_events_calendar_without()}{' '}
        <TextLink to={paths.officeEvents(club.key, { tab: 'cancelled' })} underline="always">
          {m.office_events_tab_cancelled()}
        </TextLink>
      </Text>
      <Stack gap="sm" mt="lg">
        <Title order={3} size="h4">
          {dayWords(day)}
        </Title>
        {chosen.size === 0 && <Text c="dimmed">{m.office_events_day_none()}</Text>}
        {events
          .filter(({ id }) => chosen.has(id))
          .map((event) => (
            <Group key={event.id} gap="4px 16px">
              <TextLink to={paths.officeEvent(club.key, event.id)} alone fw={620}>
                <EventTitle event={event} />
              </TextLink>
              {event.series && <SeriesMark series={event.series} />}
              <Badge color={badgeWords[event.badge].color}>{badgeWords[event.badge].label()}</Badge>
              <Text size="sm" c="dimmed">
                {whenWords(event, 'short')}
              </Text>
              <SoldPlaces event={{ ...event, places: null }} />
            </Group>
          ))}
      </Stack>
    </Panel>
  )
}

const icon = <IconRefresh size={13} stroke={2} aria-hidden style={{ verticalAlign: 'text-bottom' }} />

function entriesOfOffice(events: readonly ListedEvent[], orgKey: string): CalendarEntry[] {
  const facts = events.map((event) => {
    const title = titleOf(event)
    return {
      ...event,
      orgKey,
      orgName: badgeWords[event.badge].label(),
      ...(event.status === 'draft'
        ? { title: m.office_events_draft_named({ title }) }
        : { title, danish: langIn(event.title) && ['title'] }),
    }
  })
  const series = new Map(events.map((event) => [event.id, event.series]))
  return entriesOf(facts, []).map((entry) => {
    const of = series.get(entry.id)
    return { ...entry, to: paths.officeEvent(orgKey, entry.id), mark: of ? { icon, words: seriesWords(of) } : null }
  })
}
