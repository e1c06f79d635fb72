import { Alert, Badge, Box, Group, Progress, SimpleGrid, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  IconCalendarCancel,
  IconCalendarEvent,
  IconCalendarX,
  IconCreditCard,
  IconCreditCardOff,
  IconHourglass,
  IconInbox,
  IconMailX,
  IconMoodSmile,
  IconNotes,
  IconRocket,
  IconTicket,
  IconUserMinus,
} from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import type { OfficeToday } from '#contract/office/today.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { kindName } from '#web/features/notifications/message-words.ts'
import { paths } from '#web/paths.ts'
import { type Attention, AttentionList } from '#web/ui/cards/attention-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Own } from '#web/ui/own-text.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import {
  formatDate,
  formatDateTime,
  formatDayIn,
  formatList,
  formatMoney,
  today,
  whenWords,
} from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { type OfficeClub, todayQuery } from './queries.ts'
import c from './today.module.css'

/** Below `children`: what waits in a club's office, its coming events and its week in money. */
interface Props {
  readonly club: OfficeClub
  /** Whether the user copies seasons. */
  readonly mayCopy: boolean
  readonly children?: ReactNode
}

export function OfficeTodayPage({ club, mayCopy, children }: Props) {
  const query = useQuery(todayQuery(club.id))
  const { data } = query
  if (!data) return <NotLoaded query={query} rows={4} height={110} />
  const waiting = waitingOf(club, mayCopy, data)
  const { wentLive, ...parts } = data
  const hasParts = Object.values(parts).some((part) => part !== null && part !== undefined)
  return (
    <Stack gap="lg">
      <PageHeader title={m.office_today()} subtitle={formatDayIn(today(), { dateStyle: 'full' })} />
      {wentLive && (
        <Alert color="teal" icon={<IconRocket />} title={m.office_today_live({ club: club.name })}>
          {m.office_today_live_text({ date: formatDate(wentLive) })}
        </Alert>
      )}
      {children}
      {waiting.length > 0 ? (
        <AttentionList title={m.office_today_waits()} items={waiting} />
      ) : !hasParts ? (
        <Panel>
          <EmptyState icon={<IconTicket size={40} stroke={1.5} />} title={m.office_today_door_title()}>
            {m.office_today_door()}
          </EmptyState>
        </Panel>
      ) : (
        <Panel>
          <EmptyState icon={<IconMoodSmile size={40} stroke={1.5} />} title={m.office_today_done_title()}>
            {m.office_today_done()}
          </EmptyState>
        </Panel>
      )}
      {data.failedMails ? (
        <Alert color="coral" icon={<IconMailX />} title={m.office_today_failed_mails({ count: data.failedMails })}>
          {m.office_today_failed_mails_text()}
          <FailedMails mails={data.failedMailList ?? []} />
        </Alert>
      ) : null}
      <SimpleGrid cols={{ base: 1, lg: data.events && data.money ? 2 : 1 }}>
        {data.money && <Money club={club} money={data.money} />}
        {data.events && <Events club={club} events={data.events} />}
      </SimpleGrid>
    </Stack>
  )
}

const FailedMails = ({ mails }: { mails: NonNullable<OfficeToday['failedMailList']> }) =>
  mails.length > 0 && (
    <Box component="details" mt="xs">
      <Text component="summary" size="sm" fw={620} style={{ cursor: 'pointer' }}>
        {m.office_today_failed_mails_show()}
      </Text>
      <Stack component="ul" gap="sm" mt="sm" className={c.list}>
        {mails.map(({ id, name, email, kind, at, error }) => (
          <li key={id} data-own-words>
            <Text size="sm" fw={600}>
              {[name, email].filter(Boolean).join(' · ') || m.office_today_failed_mails_nobody()}
            </Text>
            <Text size="sm">{`${kindName(kind)} · ${formatDateTime(at)}`}</Text>
            {error && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {error}
              </Text>
            )}
          </li>
        ))}
      </Stack>
    </Box>
  )

const waitingOf = (
  club: OfficeClub,
  mayCopy: boolean,
  { inbox, unresolved, missingSeasons, leaving, followUps, cancellations }: OfficeToday,
): Attention[] => [
  ...(cancellations ?? []).map(({ eventId, title, startedBy, startedAt, dates = 1 }) => ({
    icon: IconCalendarCancel,
    title: m.office_today_cancel_dates({ event: title, count: dates }),
    text: m.office_today_cancel_text({ name: startedBy, date: formatDate(startedAt) }),
    action: m.office_today_cancel_action(),
    to: paths.cancelEvent(club.key, eventId),
    urgent: true,
  })),
  ...(followUps
    ? [
        {
          icon: IconNotes,
          title: m.office_today_follow_ups({ count: followUps.count }),
          text: m.office_today_follow_ups_text({
            // `count` is that of the notes.
            names: namesOf({ ...followUps, count: followUps.people.length }),
            date: formatDate(followUps.dueSince),
          }),
          action: m.office_today_follow_ups_action(),
          to: paths.officePerson(club.key, followUps.people[0]!.memberId, { tab: 'notes' }),
          urgent: true,
        },
      ]
    : []),
  ...(leaving ? leavingOf(club, leaving) : []),
  ...seasonsOf(club, mayCopy, missingSeasons ?? []),
  ...(inbox && inbox.open > 0
    ? [
        {
          icon: IconInbox,
          title: m.office_today_inbox({ count: inbox.open }),
          text: inbox.waitingSince ? m.home_inbox_since({ date: formatDate(inbox.waitingSince) }) : '',
          action: m.home_inbox_action(),
          to: paths.inbox(club.key),
        },
      ]
    : []),
  ...(unresolved
    ? [
        {
          icon: IconCreditCard,
          title: m.office_today_unresolved({ count: unresolved }),
          text: m.home_payments_text(),
          action: m.home_payments_action(),
          to: paths.clubPayments(club.key),
        },
      ]
    : []),
]

/** Members who can still be kept, and those who were lost, by name. */
function leavingOf(club: OfficeClub, { declined, grace, lost }: NonNullable<OfficeToday['leaving']>): Attention[] {
  const to = (kind: keyof NonNullable<OfficeToday['leaving']>) => ({
    action: m.office_today_see_members(),
    to: paths.office(club.key, 'members', {
      filter: JSON.stringify({ field: 'leaving', op: 'any_of', values: [kind] }),
    }),
  })
  const lines = [
    declined && {
      ...to('declined'),
      icon: IconCreditCardOff,
      title: m.office_today_declined({ count: declined.count }),
      text: m.office_today_declined_text({ names: namesOf(declined) }),
      urgent: true,
    },
    grace && {
      ...to('grace'),
      icon: IconHourglass,
      title: m.office_today_grace({ count: grace.count }),
      text: m.office_today_grace_text({ names: namesOf(grace), date: formatDate(grace.firstEnd) }),
      urgent: true,
    },
    lost && {
      ...to('lost'),
      icon: IconUserMinus,
      title: m.office_today_lost({ count: lost.count, date: formatDate(lost.since) }),
      text: namesOf(lost),
    },
  ]
  return lines.filter((one) => one !== null)
}

const NAMES = 5
function namesOf({ count, people }: { count: number; people: readonly { name: string }[] }): string {
  const names = people.slice(0, NAMES).map(({ name }) => name)
  const more = count - names.length
  return more > 0 ? m.names_and_more({ names: names.join(', '), count: more }) : formatList(names)
}

/** Seasons that nobody can renew into yet: those without a next one in red, then those whose next one is a draft. */
function seasonsOf(club: OfficeClub, mayCopy: boolean, all: NonNullable<OfficeToday['missingSeasons']>): Attention[] {
  const missing = all.filter(({ draftId }) => draftId === null)
  const drafts = all.filter(({ draftId }) => draftId !== null)
  const [first] = missing
  return [
    ...(first
      ? [
          {
            icon: IconCalendarX,
            title: m.office_today_season_missing({ count: missing.length }),
            text: m.office_today_season_missing_text({
              names: formatList(missing.map(({ name }) => name)),
              date: formatDate(first.endDate),
            }),
            action: mayCopy ? m.office_today_season_copy() : m.office_today_season_see(),
            to: mayCopy ? paths.copySeasons(club.key) : paths.officeMemberships(club.key),
            urgent: true,
          },
        ]
      : []),
    ...(drafts.length > 0
      ? [
          {
            icon: IconCalendarX,
            title: m.office_today_season_draft({ count: drafts.length }),
            text: m.office_today_season_draft_text({ names: formatList(drafts.map(({ name }) => name)) }),
            action: mayCopy ? m.office_today_season_publish() : m.office_today_season_see(),
            to: paths.officeMemberships(club.key),
          },
        ]
      : []),
  ]
}

/** Seven bars, the last of them today, with the sum in words. */
function Money({ club, money }: { club: OfficeClub; money: NonNullable<OfficeToday['money']> }) {
  const most = Math.max(...money.days, 1)
  const dayOf = (index: number) => {
    const day = new Date(`${today()}T12:00:00Z`)
    day.setUTCDate(day.getUTCDate() - (money.days.length - 1 - index))
    return day.toISOString().slice(0, 10)
  }
  return (
    <Panel title={m.office_today_money()} subtitle={m.office_today_money_text()}>
      <Text className={c.sum}>{formatMoney(money.paid)}</Text>
      <Text size="sm" c="dimmed">
        {m.office_today_orders({ count: money.orders })}
        {' · '}
        {m.office_today_before({ amount: formatMoney(money.paidBefore) })}
        {money.refunded.minor > 0 && ` · ${m.office_today_refunded({ amount: formatMoney(money.refunded) })}`}
      </Text>
      {money.owed.orders > 0 && (
        <Text size="sm">
          <TextLink to={paths.owes(club.key)}>
            {m.office_today_owed({ sum: formatMoney(money.owed.sum), count: money.owed.orders })}
          </TextLink>
          {money.owed.overdue.minor > 0 && ` · ${m.office_today_overdue({ amount: formatMoney(money.owed.overdue) })}`}
        </Text>
      )}
      {money.refundsByHand > 0 && (
        <Text size="sm">
          <TextLink to={paths.owes(club.key)}>
            {m.office_today_refunds_by_hand({ count: money.refundsByHand })}
          </TextLink>
        </Text>
      )}
      <ol className={c.bars}>
        {money.days.map((minor, index) => (
          <li key={dayOf(index)}>
            <span className={c.bar} style={{ height: `${Math.max((minor / most) * 72, 2)}px` }} aria-hidden />
            <span className={c.day} aria-hidden>
              {formatDayIn(dayOf(index), { weekday: 'narrow' })}
            </span>
            <VisuallyHidden>
              {`${formatDayIn(dayOf(index), { weekday: 'long' })}: ${formatMoney({ ...money.paid, minor })}`}
            </VisuallyHidden>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Events({ club, events }: { club: OfficeClub; events: NonNullable<OfficeToday['events']> }) {
  return (
    <Panel title={m.office_today_events()}>
      {events.length === 0 ? (
        <EmptyState icon={<IconCalendarEvent size={36} stroke={1.5} />} title={m.office_today_no_events()} order={3}>
          {m.office_today_no_events_text()}
        </EmptyState>
      ) : (
        <Stack component="ul" gap="md" className={c.list}>
          {events.map((event) => (
            <li key={event.id}>
              <Group justify="space-between" align="flex-start" gap="xs">
                <Box flex="1 1 10rem">
                  <TextLink to={paths.officeEvent(club.key, event.id)} alone fw={600}>
                    <Own of={event} field="title" />
                  </TextLink>
                  <Text size="sm" c="dimmed">
                    {whenWords(event, 'short')}
                  </Text>
                </Box>
                <Badge>
                  {event.places === null
                    ? m.office_today_sold({ count: event.sold })
                    : m.office_today_sold_of({ count: event.sold, places: event.places })}
                </Badge>
              </Group>
              {event.places !== null && event.places > 0 && (
                <Progress value={(event.sold / event.places) * 100} size="sm" mt={6} aria-hidden />
              )}
            </li>
          ))}
        </Stack>
      )}
    </Panel>
  )
}
