import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Organisation } from '#contract/organisations/organisations.ts'
import { prefetch, prefetchList, withTimeout } from '#web/api/query-client.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { currentSession, useSession } from '#web/api/session/session.ts'
import { isInOffice } from '#web/api/session/token-claims.ts'
import { ForWhom } from '#web/features/members/acting/for-whom.tsx'
import { threadsQuery, useThreadCounts } from '#web/features/conversations/queries.ts'
import { OfficeNeeds } from '#web/features/conversations/inbox/inbox-count.tsx'
import { FamilyStatus } from '#web/features/memberships/holdings/club-holdings.tsx'
import { FamilyNeeds } from '#web/features/memberships/needs/family-needs.tsx'
import { useReloadMemberships } from '#web/features/memberships/queries.ts'
import { isActive } from '#web/features/memberships/summary.ts'
import { useFamily } from '#web/features/memberships/people.ts'
import { UnpaidNotice } from '#web/features/orders/unpaid/unpaid-notice.tsx'
import { unpaidQuery } from '#web/features/orders/queries.ts'
import { NoClubs, OwnClubCard } from '#web/features/organisations/own-club-card.tsx'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { ticketsQuery } from '#web/features/events/queries.ts'
import { paths } from '#web/paths.ts'
import { CoverCards } from '#web/ui/cards/cover.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { SkeletonCards } from '#web/ui/loading/skeleton-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { loadMyClubs } from './-load-my-clubs.ts'

export const Route = createFileRoute('/_member/organizations-review')({
  loader: loadOwnClubs,
  component: OwnOrganizationsPage,
  staticData: {
    name: 'ownOrganisations',
    title: m.title_own_organizations,
    crumbs: [{ label: m.title_organizations, to: paths.organisations() }],
  },
})

/** Longest wait for data, in milliseconds; then the page renders skeletons. */
const timeoutMs = 900

const threads = () => prefetchList(threadsQuery)

async function loadOwnClubs(): Promise<void> {
  const session = currentSession()
  if (session.status !== 'signed-in') return
  await Promise.all([
    loadMyClubs(),
    withTimeout(prefetch(ticketsQuery(session.member.id)), timeoutMs),
    withTimeout(threads(), timeoutMs),
  ])
}

function OwnOrganizationsPage() {
  const { member, roles, offices } = useSession()
  const { alone } = useFamily()
  const clubs = useQuery(organisationsQuery)
  const waiting = new Set(useQuery(unpaidQuery(member.id)).data?.map(({ token }) => token))
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.title_own_organizations()}
        subtitle={m.own_organizations_subtitle()}
        actions={
          <ButtonLink to={paths.organisations()} variant="default">
            {m.own_organizations_find()}
          </ButtonLink>
        }
      />
      <ForWhom />
      <UnpaidNotice onEnded={useReloadMemberships()} />
      {/* To-dos are the user's own, so hidden while acting for somebody. */}
      {!alone && <FamilyNeeds clubs={clubs.data ?? []} waiting={waiting} />}
      {!alone && isInOffice({ roles, offices }) && <OfficeNeeds />}
      {clubs.data ? (
        <Clubs clubs={clubs.data} />
      ) : clubs.error ? (
        <QueryError query={clubs} />
      ) : (
        <SkeletonCards cards={2} height={360} />
      )}
    </Stack>
  )
}

type Club = Pick<Organisation, 'id' | 'key' | 'name' | 'hue' | 'face' | 'city'>

function Clubs({ clubs }: { clubs: readonly Club[] }) {
  const { held, holdingsIn } = useFamily()
  if (!held.data && held.error) return <QueryError query={held} />
  if (!held.data) return <SkeletonCards cards={2} height={360} />
  const active = (club: Club) => holdingsIn(club.id).filter(({ membership }) => isActive(membership)).length
  const ownClubs = clubs.filter(({ id }) => holdingsIn(id).length > 0).toSorted((a, b) => active(b) - active(a))
  if (ownClubs.length === 0) return <NoClubs />
  return (
    <CoverCards>
      {ownClubs.map((club) => (
        <OwnClub key={club.id} club={club} />
      ))}
    </CoverCards>
  )
}

function OwnClub({ club }: { club: Club }) {
  const { member } = useSession()
  const { alone, people, holdingsIn } = useFamily()
  const holdings = holdingsIn(club.id)
  const shown = new Set(people.map((person) => person.member.id))
  const tickets = (useQuery(ticketsQuery(member.id)).data ?? []).filter(
    ({ event, past, status, memberId }) =>
      event.orgId === club.id && !past && status === 'valid' && shown.has(memberId),
  )
  return (
    <OwnClubCard
      club={club}
      isMember={holdings.some(({ membership }) => isActive(membership))}
      tickets={tickets.length}
      // Threads are the user's own, so hidden while acting for somebody.
      {...useThreadCounts(club.id, !alone)}
    >
      <FamilyStatus holdings={holdings} />
    </OwnClubCard>
  )
}
