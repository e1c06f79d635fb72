import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { IconCalendarEvent, IconFlask } from '@tabler/icons-react'
import { problemText } from '#web/api/problem-text.ts'
import { ClubThreads } from '#web/features/conversations/club-threads.tsx'
import { FamilyStatus } from '#web/features/memberships/holdings/family-status.tsx'
import { mayBuyFor } from '#web/features/memberships/may-buy-for.ts'
import { keepsPlace } from '#web/features/memberships/summary.ts'
import { useFamily } from '#web/features/memberships/use-family.ts'
import { ClubOffers } from '#web/features/memberships/sale/club-offers.tsx'
import { ClubActions } from '#web/features/organisations/club-actions.tsx'
import { ClubFacts } from '#web/features/organisations/club-facts.tsx'
import styles from '#web/features/organisations/club-layout.module.css'
import { profileQuery, type ClubProfile } from '#web/features/organisations/directory.ts'
import { configurationsQuery } from '#web/features/organisations/sale-queries.ts'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { ClubHead } from '#web/features/organisations/club-head.tsx'
import { ClubHeadSkeleton } from '#web/features/organisations/club-skeleton.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'
import { ClubEvents } from './later-club-events.ts'
import { isUnknownClub } from './load-clubs.ts'

/** One club: what it is, what it sells, what it has on, and the way to ask it. */
export function OrganizationPage({ orgId }: { orgId: string }) {
  const club = useQuery(profileQuery(orgId))
  usePageTitle(club.data?.name ?? m.title_organization())
  if (club.data) return <Club club={club.data} />
  // The page was drawn before that was known.
  if (isUnknownClub(club.error)) throw notFound()
  if (!club.error)
    return (
      <Stack gap="lg">
        <ClubHeadSkeleton />
        <div className={styles.columns}>
          <SkeletonList rows={1} height={360} />
          <SkeletonList rows={1} height={260} />
        </div>
      </Stack>
    )
  return (
    <ErrorPanel
      order={1}
      message={problemText(club.error)}
      onRetry={() => void club.refetch()}
      retrying={club.isFetching}
    />
  )
}

function Club({ club }: { club: ClubProfile }) {
  const { alone, people, holdingsIn } = useFamily()
  const holdings = holdingsIn(club.id)
  const isMember = holdings.some(({ membership }) => keepsPlace(membership))
  const buyers = people.filter(mayBuyFor).map(({ member: { id }, name, short, self }) => ({ id, name, short, self }))
  const buyerIds = buyers.map(({ id }) => id)
  const offers = useQuery(configurationsQuery(club.id, buyerIds))
  return (
    <Stack gap="lg">
      <ClubHead hue={club.hue} title={club.name} place={club.city} text={club.description}>
        <ClubActions
          club={club}
          isMember={isMember}
          other={{ to: paths.eventsOf(club.key), label: m.club_events_all(), icon: IconCalendarEvent }}
        />
      </ClubHead>
      {club.testMode && (
        <Callout color="coral" icon={<IconFlask size={20} stroke={1.7} />} title={m.organizations_test()}>
          {m.order_test_club()}
        </Callout>
      )}
      <div className={styles.columns}>
        <div className={styles.part}>
          {holdings.length > 0 && (
            <Panel title={m.club_family()}>
              <FamilyStatus holdings={holdings} linked />
            </Panel>
          )}
          <Panel title={isMember ? m.club_memberships_member() : m.club_memberships()}>
            <ClubOffers clubName={club.name} offers={offers} people={buyers} />
          </Panel>
        </div>
        <div className={styles.part}>
          <ClubFacts club={club} />
          {/* What the reader asked is not about the one for whom they act. */}
          {!alone && <ClubThreads orgId={club.id} />}
        </div>
      </div>
      <ClubEvents orgId={club.id} isMember={isMember} />
    </Stack>
  )
}
