import { IconCalendarEvent } from '#web/ui/icons/index.ts'
import { getRouteApi } from '@tanstack/react-router'
import { prefetchList, withTimeout } from '#web/api/query-client.ts'
import { EventList } from '#web/features/events/event-list.tsx'
import { publicEventsQuery } from '#web/features/events/public-queries.ts'
import { OpenOffers } from '#web/features/memberships/sale/open-offers.tsx'
import { ClubActions, ClubEventsLink, onCover } from '#web/features/organisations/club-actions.tsx'
import { ClubFacts } from '#web/features/organisations/club-facts.tsx'
import styles from '#web/features/organisations/club-layout.module.css'
import { ClubPage, loadClub } from '#web/features/organisations/club-page.tsx'
import type { ClubProfile } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { m } from '#words/messages.js'

const route = getRouteApi('/_open/organizations-{$id}-details')

const eventsOf = (orgId: string) => publicEventsQuery({ orgId }, 3)

/** Loads a club's page; not found if the club is unknown. Other errors are left to the page. */
export async function load({ params: { id = '' } }: { params: Readonly<Record<string, string>> }): Promise<void> {
  const events = withTimeout(prefetchList(eventsOf(id)))
  await loadClub(id)
  await events
}

/** A club's page as a visitor sees it. */
export function Page() {
  const { id } = route.useParams()
  return (
    <ClubPage id={id} actions={(club) => <VisitorActions club={club} />}>
      {(club) => <Club club={club} />}
    </ClubPage>
  )
}

const VisitorActions = ({ club }: { club: ClubProfile }) => (
  <ClubActions
    club={club}
    join={club.memberships.length > 0 ? paths.login({ returnTo: paths.newMembership({ orgId: club.id }) }) : undefined}
  >
    <ClubEventsLink club={club} />
    <ShareButton {...onCover} title={club.name} path={paths.organisation(club.id)} />
  </ClubActions>
)

const Club = ({ club }: { club: ClubProfile }) => (
  <>
    <EventList
      query={eventsOf(club.id)}
      title={m.club_events()}
      first
      empty={
        <Panel>
          <EmptyState order={3} icon={<IconCalendarEvent size={40} stroke={1.5} />} title={m.club_events_none_title()}>
            {m.club_events_none()}
          </EmptyState>
        </Panel>
      }
    />
    <div className={styles.columns}>
      {!club.isPaused && (
        <Panel title={m.club_memberships()}>
          <OpenOffers club={club} />
        </Panel>
      )}
      <ClubFacts club={club} />
    </div>
  </>
)
