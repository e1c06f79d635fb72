import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBuildingCommunity, IconCalendarEvent, IconMapPin } from '@tabler/icons-react'
import { useSubject } from '#web/api/subject.ts'
import { problemText } from '#web/api/problem-text.ts'
import { membershipsQuery } from '#web/features/memberships/queries.ts'
import { summarise } from '#web/features/memberships/summary.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'
import { CoverCard, CoverCards } from '#web/ui/cover-card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonList } from '#web/ui/skeleton-list.tsx'
import { m } from '#words/messages.js'

/** Every club of the portal, each leading to what it sells. */
export const OrganizationsPage = () => (
  <Stack gap="lg">
    <PageHeader title={m.title_organizations()} subtitle={m.organizations_subtitle()} />
    <Clubs />
  </Stack>
)

function Clubs() {
  const { id } = useSubject()
  const clubs = useQuery(organisationsQuery)
  // Without an answer every club is one to join.
  const { activeIn } = summarise(useQuery(membershipsQuery(id)).data ?? [])
  if (clubs.error && !clubs.data) {
    return (
      <ErrorPanel message={problemText(clubs.error)} onRetry={() => void clubs.refetch()} retrying={clubs.isFetching} />
    )
  }
  if (!clubs.data) return <SkeletonList rows={2} height={300} />
  if (clubs.data.length === 0) {
    return (
      <Panel>
        <EmptyState icon={<IconBuildingCommunity size={40} stroke={1.5} />} title={m.organizations_empty_title()}>
          {m.organizations_empty()}
        </EmptyState>
      </Panel>
    )
  }
  return (
    <CoverCards>
      {clubs.data.map((club) => (
        <CoverCard
          key={club.id}
          order={2}
          hue={club.hue}
          title={club.name}
          to={paths.newMembership({ orgId: club.id })}
          tag={activeIn.has(club.id) ? m.dashboard_member_here() : club.paymentTestMode && m.organizations_test()}
          facts={[
            { icon: <IconMapPin size={16} stroke={1.7} />, text: club.city },
            {
              icon: <IconCalendarEvent size={16} stroke={1.7} />,
              text: m.organizations_events({ count: club.events }),
            },
          ]}
          text={club.description}
          action={
            activeIn.has(club.id) ? (
              <ButtonLink
                to={paths.memberships()}
                size="sm"
                variant="default"
                aria-label={m.organizations_membership_at({ club: club.name })}
              >
                {m.organizations_membership()}
              </ButtonLink>
            ) : (
              <ButtonLink
                to={paths.newMembership({ orgId: club.id })}
                size="sm"
                variant="light"
                aria-label={m.organizations_join_at({ club: club.name })}
              >
                {m.organizations_join()}
              </ButtonLink>
            )
          }
        />
      ))}
    </CoverCards>
  )
}
