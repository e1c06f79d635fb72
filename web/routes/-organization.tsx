import { IconCalendarEvent } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { buyableIds, peopleQuery } from '#web/api/acting/people.ts'
import { currentSubjectId } from '#web/api/acting/subject.ts'
import { prefetch, prefetchList, queryClient, withTimeout } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { ClubThreads } from '#web/features/conversations/club-threads.tsx'
import { clubThreadsQuery } from '#web/features/conversations/queries.ts'
import { EventList } from '#web/features/events/event-list.tsx'
import { eventsOfClubQuery } from '#web/features/events/queries.ts'
import { FamilyStatus } from '#web/features/memberships/holdings/club-holdings.tsx'
import { mayBuyFor, useFamily } from '#web/features/memberships/people.ts'
import { membershipsOfQuery } from '#web/features/memberships/queries.ts'
import { holdsMembership } from '#web/features/memberships/summary.ts'
import { ClubOffers } from '#web/features/memberships/sale/club-offers.tsx'
import { ClubActions, ClubEventsLink } from '#web/features/organisations/club-actions.tsx'
import { ClubFacts } from '#web/features/organisations/club-facts.tsx'
import styles from '#web/features/organisations/club-layout.module.css'
import { ClubPage, loadClub } from '#web/features/organisations/club-page.tsx'
import { type ClubProfile, configurationsQuery } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

const route = getRouteApi('/_open/organizations-{$id}-details')

/** A club's page as a member sees it. */
export function Page() {
  const { id } = route.useParams()
  return (
    <ClubPage key={id} id={id} actions={(club) => <MemberActions club={club} />}>
      {(club) => <Club club={club} />}
    </ClubPage>
  )
}

/** Loads a club's page; not found if the club is unknown. Other errors are left to the page. */
export async function load({
  params: { id: orgId = '' },
}: {
  params: Readonly<Record<string, string>>
}): Promise<void> {
  const session = currentSession()
  const subject = currentSubjectId()
  if (session.status !== 'signed-in' || subject === null) return
  const { id } = session.member
  const loadFamily = async () => {
    const people = subject === id ? await prefetch(peopleQuery(id)) : undefined
    const shown = subject === id ? [id, ...(people ?? []).map(({ member }) => member.id)] : [subject]
    const buyers = subject === id ? buyableIds(id, people) : [subject]
    await Promise.all([prefetch(membershipsOfQuery(shown, queryClient)), prefetch(configurationsQuery(orgId, buyers))])
  }
  const events = prefetchList(eventsOfClubQuery(orgId))
  const work = [loadFamily(), events, prefetch(clubThreadsQuery(orgId))].map((promise) => withTimeout(promise))
  await loadClub(orgId)
  await Promise.all(work)
}

const MemberActions = ({ club }: { club: ClubProfile }) => (
  <ClubActions club={club} isMember={useIsMember(club.id)} join={paths.newMembership({ orgId: club.id })}>
    <ClubEventsLink club={club} />
  </ClubActions>
)

const useIsMember = (orgId: string) =>
  useFamily()
    .holdingsIn(orgId)
    .some(({ membership }) => holdsMembership(membership))

function Club({ club }: { club: ClubProfile }) {
  const { alone, people, holdingsIn } = useFamily()
  const holdings = holdingsIn(club.id)
  const isMember = useIsMember(club.id)
  const buyers = people.filter(mayBuyFor).map(({ member: { id }, name, short, self }) => ({ id, name, short, self }))
  const buyerIds = buyers.map(({ id }) => id)
  const offers = useQuery(configurationsQuery(club.id, buyerIds))
  return (
    <>
      <div className={styles.columns}>
        <div className={styles.part}>
          {holdings.length > 0 && (
            <Panel title={m.club_family()}>
              <FamilyStatus holdings={holdings} linked />
            </Panel>
          )}
          {!club.isPaused && (
            <Panel title={isMember ? m.club_memberships_member() : m.club_memberships()}>
              <ClubOffers clubName={club.name} offers={offers} people={buyers} />
            </Panel>
          )}
        </div>
        <div className={styles.part}>
          <ClubFacts club={club} />
          {/* Threads are the user's own, so hidden while acting for somebody. */}
          {!alone && <ClubThreads orgId={club.id} />}
        </div>
      </div>
      <ClubEvents orgId={club.id} isMember={isMember} />
    </>
  )
}

const ClubEvents = ({ orgId, isMember }: { orgId: string; isMember: boolean }) => (
  <EventList
    query={eventsOfClubQuery(orgId)}
    title={m.club_events()}
    member={isMember}
    empty={
      <Panel>
        <EmptyState
          order={3}
          icon={<IconCalendarEvent size={40} stroke={1.5} />}
          title={m.club_events_none_title()}
          actions={
            <ButtonLink to={paths.events()} variant="default">
              {m.events_of_all()}
            </ButtonLink>
          }
        >
          {m.club_events_none()}
        </EmptyState>
      </Panel>
    }
  />
)
