import { Group, Stack, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { IconCalendarEvent, IconId, IconMapPin, IconTicket, IconUserCheck } from '@tabler/icons-react'
import { problemText } from '#web/api/problem-text.ts'
import { useRetryFailed } from '#web/api/use-retry-failed.ts'
import { useSession } from '#web/api/session/session.ts'
import { useSubject } from '#web/api/acting/subject.ts'
import { EventCard } from '#web/features/events/event-card.tsx'
import { NextTicket } from '#web/features/events/next-ticket.tsx'
import { openingSoon } from '#web/features/events/opening-soon.ts'
import { eventsQuery, forMeQuery } from '#web/features/events/queries.ts'
import { missingInProfile } from '#web/features/members/profile-missing.ts'
import { MyMemberships } from '#web/features/memberships/holdings/my-memberships.tsx'
import { membershipsQuery } from '#web/features/memberships/queries.ts'
import { isOrWas, summarise } from '#web/features/memberships/summary.ts'
import { unpaidQuery } from '#web/features/orders/unpaid/unpaid-query.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { groupTickets } from '#web/features/events/tickets/group-tickets.ts'
import { ticketsQuery } from '#web/features/events/tickets/queries.ts'
import { paths } from '#web/paths.ts'
import { AttentionList } from '#web/ui/cards/attention-list.tsx'
import { CoverCard, CoverCards } from '#web/ui/cards/cover-card.tsx'
import { SkeletonCards } from '#web/ui/loading/cover-skeletons.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { formatShortDate } from '#web/ui/words/format.ts'
import { TextLink } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { StatTile, StatTiles } from '#web/ui/cards/stat-tile.tsx'
import { m } from '#words/messages.js'

/** Cards of events on the front page. */
const shownEvents = 6

/** What the family may go to, or, without a club, what there is. */
function ComingEvents() {
  const forMe = useInfiniteQuery(forMeQuery)
  const none = forMe.data?.pages[0]?.length === 0
  const any = useInfiniteQuery({ ...eventsQuery({}, shownEvents), enabled: none })
  const list = none ? any : forMe
  const events = list.data?.pages.flat().slice(0, shownEvents) ?? []
  const retryFailed = useRetryFailed()
  const unpaid = useQuery(unpaidQuery(useSession().member.id))
  const waiting = new Set(unpaid.data?.flatMap(({ lines }) => lines.flatMap((line) => line.event?.eventId ?? [])))
  if (list.data && events.length === 0) return null
  return (
    <section aria-labelledby="dashboard-events">
      <Group justify="space-between" mb="md">
        <Title order={2} id="dashboard-events">
          {none ? m.events_all() : m.dashboard_events()}
        </Title>
        <TextLink to={paths.events()} size="sm" fw={600} alone aria-label={m.dashboard_see_all_events()}>
          {m.dashboard_see_all()}
        </TextLink>
      </Group>
      {list.data ? (
        <CoverCards taste>
          {events.map((event) => (
            <EventCard key={event.id} event={event} member={!none} waits={waiting.has(event.id)} />
          ))}
        </CoverCards>
      ) : list.error ? (
        <ErrorPanel message={problemText(list.error)} onRetry={retryFailed} retrying={list.isFetching} />
      ) : (
        <SkeletonCards cards={3} height={372} />
      )}
    </section>
  )
}

/** Whether a profile lacks something, as its own page would say it. */
function profileWords({ required, wished }: ReturnType<typeof missingInProfile>): string {
  if (required.length > 0) return m.dashboard_profile_missing({ count: required.length })
  return wished.length > 0 ? m.dashboard_profile_wished() : m.dashboard_profile_complete()
}

/** The front page below what needs the member: what they have, then what there is. */
export function DashboardOverview() {
  const { member } = useSession()
  const subject = useSubject()
  const mine = useQuery(membershipsQuery(subject.id))
  const clubs = useQuery(organisationsQuery)
  const summary = summarise(mine.data ?? [])
  const missing = missingInProfile(member)
  const tickets = useQuery(ticketsQuery(member.id))
  // Of somebody for whom the reader acts, only theirs.
  const own = (tickets.data ?? []).filter(
    ({ past, status, memberId }) =>
      !past && status === 'valid' && (subject.id === member.id || memberId === subject.id),
  )
  const next = groupTickets(own, { personId: null, search: '' }).coming[0]
  const events = useInfiniteQuery(forMeQuery)
  const opening = openingSoon(events.data?.pages.flat() ?? [])
  const dash = '–'
  const retryFailed = useRetryFailed()
  // What fails together is said once: where the first of it would stand.
  const eventsFail = !events.data && events.error !== null
  const mineFail = !(mine.data && clubs.data) && mine.error !== null

  // The next ticket and what opens soon stand above all else here. What failed is not waited for again: the events below ask
  // anew as they come, and would vanish for it.
  if (!tickets.isFetched || !events.isFetched) return <SkeletonList rows={4} height={120} />
  return (
    <Stack gap={28}>
      {next && (
        <NextTicket
          event={next.event}
          names={next.tickets.map(({ memberName }) => memberName)}
          mine={next.tickets.some(({ memberId }) => memberId === member.id)}
        />
      )}
      {opening.length > 0 && <AttentionList title={m.dashboard_opening()} items={opening} calm />}
      <StatTiles>
        <StatTile
          icon={<IconCalendarEvent size={21} stroke={1.7} />}
          name={m.dashboard_next_event()}
          value={next ? formatShortDate(next.event.startDate) : tickets.data ? m.dashboard_next_event_none() : dash}
          to={paths.calendar()}
        />
        <StatTile
          icon={<IconTicket size={21} stroke={1.7} />}
          name={m.title_tickets()}
          value={tickets.data ? m.dashboard_ticket_count({ count: own.length }) : dash}
          to={paths.tickets()}
        />
        <StatTile
          icon={<IconId size={21} stroke={1.7} />}
          name={m.title_memberships()}
          value={mine.data ? m.dashboard_active_count({ count: summary.active }) : dash}
          to={paths.memberships()}
        />
        <StatTile
          icon={<IconUserCheck size={21} stroke={1.7} />}
          name={m.dashboard_profile()}
          value={profileWords(missing)}
          to={paths.myProfile()}
        />
      </StatTiles>
      <ComingEvents />
      {mine.data && clubs.data ? (
        <MyMemberships memberships={mine.data.filter(isOrWas)} clubs={clubs.data} />
      ) : mine.error ? (
        !eventsFail && <ErrorPanel message={problemText(mine.error)} onRetry={retryFailed} retrying={mine.isFetching} />
      ) : (
        !clubs.error && <SkeletonList rows={1} height={260} />
      )}
      {(clubs.data ? clubs.data.length > 0 : !(eventsFail || mineFail)) && (
        <section aria-labelledby="dashboard-clubs">
          <Group justify="space-between" mb="md">
            <Title order={2} id="dashboard-clubs">
              {m.dashboard_clubs_here()}
            </Title>
            <TextLink to={paths.organisations()} size="sm" fw={600} alone>
              {m.dashboard_see_all()}
            </TextLink>
          </Group>
          {clubs.data ? (
            <CoverCards taste>
              {clubs.data.slice(0, 6).map((club) => (
                <CoverCard
                  key={club.id}
                  hue={club.hue}
                  title={club.name}
                  to={paths.organisation(club.id)}
                  tag={summary.activeIn.has(club.id) && m.dashboard_member_here()}
                  facts={[{ icon: <IconMapPin size={16} stroke={1.7} />, text: club.city }]}
                  text={club.description}
                />
              ))}
            </CoverCards>
          ) : clubs.error ? (
            <ErrorPanel message={problemText(clubs.error)} onRetry={retryFailed} retrying={clubs.isFetching} />
          ) : (
            <SkeletonList rows={1} height={240} />
          )}
        </section>
      )}
    </Stack>
  )
}
