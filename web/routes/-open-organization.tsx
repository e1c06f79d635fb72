import { Alert, Group, Stack } from '@mantine/core'
import { IconCalendarEvent, IconFlask, IconId, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, notFound } from '@tanstack/react-router'
import { ApiProblem } from '#web/api/client.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { prefetchList, queryClient, withTimeout } from '#web/api/query-client.ts'
import { EventList } from '#web/features/events/event-list.tsx'
import { publicEventsQuery } from '#web/features/events/public-queries.ts'
import { OpenOffers } from '#web/features/memberships/sale/open-offers.tsx'
import { ClubFacts } from '#web/features/organisations/club-facts.tsx'
import { ClubHead, ClubHeadSkeleton } from '#web/features/organisations/club-head.tsx'
import styles from '#web/features/organisations/club-layout.module.css'
import { type ClubProfile, profileQuery } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { m } from '#words/messages.js'

const route = getRouteApi('/_open/organizations-{$id}-details')

const isUnknownClub = (error: unknown) => error instanceof ApiProblem && error.code === 'organisation_not_found'

const eventsOf = (orgId: string) => publicEventsQuery({ orgId }, 3)

/** Loads a club's page; not found if the club is unknown. Other errors are left to the page. */
export async function load({ params: { id = '' } }: { params: Readonly<Record<string, string>> }): Promise<void> {
  const events = withTimeout(prefetchList(eventsOf(id)))
  await queryClient.ensureQueryData(profileQuery(id)).catch((error: unknown) => {
    if (isUnknownClub(error)) throw notFound()
  })
  await events
}

/** A club's page as a visitor sees it. */
export function Page() {
  const { id } = route.useParams()
  const club = useQuery(profileQuery(id))
  usePageTitle(club.data?.name ?? m.title_organization())
  if (club.data) return <Club club={club.data} />
  // Rendered before the loader knew.
  if (isUnknownClub(club.error)) throw notFound()
  if (club.error) return <QueryError order={1} query={club} />
  return (
    <Stack gap="lg">
      <ClubHeadSkeleton />
      <div className={styles.columns}>
        <SkeletonList rows={1} height={360} />
        <SkeletonList rows={1} height={260} />
      </div>
    </Stack>
  )
}

const white = { variant: 'outline', color: 'white', c: 'white' } as const

const Club = ({ club }: { club: ClubProfile }) => (
  <Stack gap="lg">
    <ClubHead hue={club.hue} title={club.name} place={club.city} text={club.description}>
      <Group gap="sm">
        {club.memberships.length > 0 && (
          <ButtonLink
            to={paths.login({ returnTo: paths.newMembership({ orgId: club.id }) })}
            color="white"
            c="fjord.9"
            leftSection={<IconId size={18} stroke={1.7} aria-hidden />}
            aria-label={m.organizations_join_at({ club: club.name })}
          >
            {m.organizations_join()}
          </ButtonLink>
        )}
        <ButtonLink
          {...white}
          to={paths.contactUs({ orgId: club.id })}
          leftSection={<IconMail size={18} stroke={1.7} aria-hidden />}
          aria-label={m.club_ask_named({ club: club.name })}
        >
          {m.club_ask()}
        </ButtonLink>
        <ShareButton {...white} title={club.name} path={paths.organisation(club.id)} />
      </Group>
    </ClubHead>
    {club.testMode && (
      <Alert color="coral" icon={<IconFlask size={20} stroke={1.7} />} title={m.organizations_test()}>
        {m.order_test_club()}
      </Alert>
    )}
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
      <Panel title={m.club_memberships()}>
        <OpenOffers club={club} />
      </Panel>
      <ClubFacts club={club} />
    </div>
  </Stack>
)
