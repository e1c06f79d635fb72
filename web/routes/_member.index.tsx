import { Group, Stack, Title, Text, ThemeIcon } from '@mantine/core'
import { IconCalendarEvent, IconId, IconMapPin, IconTicket, IconUserCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useSubject } from '#web/api/acting/subject.ts'
import { QueryError, useRetryFailed } from '#web/api/query-error.tsx'
import { queryClient, withTimeout } from '#web/api/query-client.ts'
import { currentSession, useSession } from '#web/api/session/session.ts'
import { ForWhom } from '#web/features/members/acting/for-whom.tsx'
import { EventCard } from '#web/features/events/event-card.tsx'
import { NextTicket } from '#web/features/events/next-ticket.tsx'
import { opensSoonNotices } from '#web/features/events/words.ts'
import { eventsQuery, forMeQuery, ticketsQuery } from '#web/features/events/queries.ts'
import { useWaitingInvitations } from '#web/features/members/queries.ts'
import { waitingAttentions } from '#web/features/members/family/waiting-invitations.tsx'
import { missingInProfile } from '#web/features/members/address-rules.ts'
import { MyMemberships } from '#web/features/memberships/holdings/my-memberships.tsx'
import { FamilyNeeds } from '#web/features/memberships/needs/family-needs.tsx'
import { membershipsQuery, useReloadMemberships } from '#web/features/memberships/queries.ts'
import { isOrWasMember, summarise, type Summary } from '#web/features/memberships/summary.ts'
import { useFamily } from '#web/features/memberships/people.ts'
import { UnpaidNotice } from '#web/features/orders/unpaid/unpaid-notice.tsx'
import { unpaidQuery } from '#web/features/orders/queries.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { groupTickets } from '#web/features/events/tickets/group-tickets.ts'
import { paths } from '#web/paths.ts'
import { AttentionList } from '#web/ui/cards/attention-list.tsx'
import { CoverCard, CoverCards } from '#web/ui/cards/cover-card.tsx'
import { Hero } from '#web/ui/hero.tsx'
import { ButtonLink, TextLink, PlainLink } from '#web/ui/link.tsx'
import { SkeletonCards, SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { formatShortDate, hourNow } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { loadMyClubs } from './-load-my-clubs.ts'
import type { ReactNode } from 'react'
import c from '#web/ui/page.module.css'

export const Route = createFileRoute('/_member/')({
  // Signed out, `_member` renders the welcome screen, which needs none of this page's code.
  beforeLoad: () => {
    if (currentSession().status === 'signed-out') throw notFound()
  },
  notFoundComponent: () => null,
  codeSplitGroupings: [['component', 'loader']],
  loader: loadDashboard,
  component: DashboardPage,
  staticData: { name: 'dashboard', title: m.title_dashboard },
})

async function loadDashboard() {
  await Promise.all([loadMyClubs(), withTimeout(loadOverview())])
}

/** Events and tickets for the lower half; errors are left to it. */
async function loadOverview(): Promise<void> {
  const session = currentSession()
  if (session.status !== 'signed-in') return
  await Promise.allSettled([
    queryClient.ensureInfiniteQueryData(forMeQuery),
    queryClient.ensureQueryData(ticketsQuery(session.member.id)),
  ])
}

function DashboardPage() {
  const { member } = useSession()
  const subject = useSubject()
  const forOther = subject.id !== member.id
  const mine = useQuery(membershipsQuery(subject.id))
  const clubs = useQuery(organisationsQuery)
  const unpaid = useQuery(unpaidQuery(member.id))
  const { family, held } = useFamily()
  // To-dos come first, so the rest waits until they are known. Failed queries count as known: components mounting now
  // refetch them, and unmounting for that would loop.
  const isReady = unpaid.isFetched && held.isFetched && (forOther || family.isFetched)
  const waiting = new Set(unpaid.data?.map(({ token }) => token))
  const invitations = useWaitingInvitations(forOther ? null : member.email)
  const summary = summarise(mine.data ?? [])
  const missing = missingInProfile(member).required.length

  return (
    <Stack gap={28}>
      <Hero
        eyebrow={forOther ? m.dashboard_acting_for() : greeting(member.firstName)}
        title={forOther ? subject.firstName : headline(mine.data && summary)}
      >
        <Group mt="lg" gap="sm">
          <ButtonLink to={paths.calendar()} color="white" c="fjord.9" leftSection={<IconCalendarEvent size={18} />}>
            {m.events_calendar()}
          </ButtonLink>
          <ButtonLink
            to={paths.tickets()}
            variant="outline"
            color="white"
            c="white"
            leftSection={<IconTicket size={18} />}
          >
            {m.title_tickets()}
          </ButtonLink>
        </Group>
      </Hero>
      <ForWhom />
      <UnpaidNotice onEnded={useReloadMemberships()} />
      {isReady && (
        <FamilyNeeds
          clubs={clubs.data ?? []}
          // The user's own profile.
          missing={forOther ? 0 : missing}
          waiting={waiting}
          first={waitingAttentions(invitations)}
        />
      )}
      {isReady ? <DashboardOverview /> : <SkeletonList rows={4} height={120} />}
    </Stack>
  )
}

function greeting(name: string): string {
  const hour = hourNow()
  if (hour >= 5 && hour < 10) return m.dashboard_good_morning({ name })
  if (hour >= 10 && hour < 18) return m.dashboard_good_day({ name })
  return m.dashboard_good_evening({ name })
}

function headline(mine: Summary | undefined): string {
  if (!mine) return m.dashboard_headline()
  if (mine.active > 0) return m.dashboard_headline_active({ count: mine.active })
  return mine.any ? m.dashboard_headline_ended() : m.dashboard_headline_none()
}

const shownEvents = 6

/** Events for the family, or all events without a club. */
function ComingEvents() {
  const forMe = useInfiniteQuery(forMeQuery)
  const hasNone = forMe.data?.pages[0]?.length === 0
  const allEvents = useInfiniteQuery({ ...eventsQuery({}, shownEvents), enabled: hasNone })
  const list = hasNone ? allEvents : forMe
  const events = list.data?.pages.flat().slice(0, shownEvents) ?? []
  const retryFailed = useRetryFailed()
  const unpaid = useQuery(unpaidQuery(useSession().member.id))
  const waiting = new Set(unpaid.data?.flatMap(({ lines }) => lines.flatMap((line) => line.event?.eventId ?? [])))
  if (list.data && events.length === 0) return null
  return (
    <section aria-labelledby="dashboard-events">
      <Group justify="space-between" mb="md">
        <Title order={2} id="dashboard-events">
          {hasNone ? m.events_all() : m.dashboard_events()}
        </Title>
        <TextLink to={paths.events()} size="sm" fw={600} alone aria-label={m.dashboard_see_all_events()}>
          {m.dashboard_see_all()}
        </TextLink>
      </Group>
      {list.data ? (
        <CoverCards preview>
          {events.map((event) => (
            <EventCard key={event.id} event={event} member={!hasNone} hasUnpaidOrder={waiting.has(event.id)} />
          ))}
        </CoverCards>
      ) : list.error ? (
        <QueryError query={list} onRetry={retryFailed} />
      ) : (
        <SkeletonCards cards={3} height={372} />
      )}
    </section>
  )
}

function profileWords({ required, wished }: ReturnType<typeof missingInProfile>): string {
  if (required.length > 0) return m.dashboard_profile_missing({ count: required.length })
  return wished.length > 0 ? m.dashboard_profile_wished() : m.dashboard_profile_complete()
}

function DashboardOverview() {
  const { member } = useSession()
  const subject = useSubject()
  const mine = useQuery(membershipsQuery(subject.id))
  const clubs = useQuery(organisationsQuery)
  const summary = summarise(mine.data ?? [])
  const missing = missingInProfile(member)
  const tickets = useQuery(ticketsQuery(member.id))
  // While acting for somebody, only that person's.
  const validTickets = (tickets.data ?? []).filter(
    ({ past, status, memberId }) =>
      !past && status === 'valid' && (subject.id === member.id || memberId === subject.id),
  )
  const next = groupTickets(validTickets, { personId: null, search: '' }).coming[0]
  const events = useInfiniteQuery(forMeQuery)
  const opensSoon = opensSoonNotices(events.data?.pages.flat() ?? [])
  const dash = '–'
  const retryFailed = useRetryFailed()
  // When several fail together, only the first shows the error.
  const eventsFailed = !events.data && events.error !== null
  const mineFailed = !(mine.data && clubs.data) && mine.error !== null

  // The next ticket and upcoming sales go on top, so wait for both. As above, failed queries count as loaded.
  if (!tickets.isFetched || !events.isFetched) return <SkeletonList rows={4} height={120} />
  return (
    <Stack gap={28}>
      {next && (
        <NextTicket
          event={next.event}
          names={next.tickets.map(({ memberName }) => memberName)}
          isOwn={next.tickets.some(({ memberId }) => memberId === member.id)}
        />
      )}
      {opensSoon.length > 0 && <AttentionList title={m.dashboard_opening()} items={opensSoon} calm />}
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
          value={tickets.data ? m.dashboard_ticket_count({ count: validTickets.length }) : dash}
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
        <MyMemberships memberships={mine.data.filter(isOrWasMember)} clubs={clubs.data} />
      ) : mine.error ? (
        !eventsFailed && <QueryError query={mine} onRetry={retryFailed} />
      ) : (
        !clubs.error && <SkeletonList rows={1} height={260} />
      )}
      {(clubs.data ? clubs.data.length > 0 : !(eventsFailed || mineFailed)) && (
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
            <CoverCards preview>
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
            <QueryError query={clubs} onRetry={retryFailed} />
          ) : (
            <SkeletonList rows={1} height={240} />
          )}
        </section>
      )}
    </Stack>
  )
}

const StatTiles = ({ children }: { children: ReactNode }) => <div className={c.stats}>{children}</div>

function StatTile({ icon, name, value, to }: { icon: ReactNode; name: string; value: ReactNode; to: string }) {
  return (
    <PlainLink to={to} className={c.stat ?? ''}>
      <ThemeIcon variant="light" radius={12} size={42} aria-hidden>
        {icon}
      </ThemeIcon>
      <div>
        <Text size="sm" c="dimmed" lh={1.3}>
          {name}
        </Text>
        <Text component="div" fw={690} fz="lg" lh={1.25}>
          {value}
        </Text>
      </div>
    </PlainLink>
  )
}
