import { Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { IconAlertCircle, IconBuildingCommunity } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useSubject } from '#web/api/subject.ts'
import { problemText } from '#web/api/problem-text.ts'
import { useSession } from '#web/api/session.ts'
import { ForWhom } from '#web/features/acting/for-whom.tsx'
import { ProfileDialog } from '#web/features/members/profile-dialog.tsx'
import { ClubCard } from '#web/features/memberships/club-card.tsx'
import { coveredOffers } from '#web/features/memberships/membership-words.ts'
import { membershipsQuery, useReloadMemberships } from '#web/features/memberships/queries.ts'
import { OfferList } from '#web/features/orders/offer-list.tsx'
import { UnpaidNotice } from '#web/features/orders/unpaid-notice.tsx'
import { unpaidQuery } from '#web/features/orders/unpaid-query.ts'
import { configurationsQuery, organisationsQuery } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { CardGrid, CardSkeletons } from '#web/ui/card-grid.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ButtonLink, useGo } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

/** What I have in each club, and what each club sells. */
export function MembershipsPage() {
  const { member } = useSession()
  const subject = useSubject()
  const { trigger } = useSearch({ strict: false }) as { trigger?: string }
  const go = useGo()
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.title_memberships()}
        subtitle={m.memberships_subtitle()}
        actions={<ButtonLink to={paths.newMembership()}>{m.memberships_new()}</ButtonLink>}
      />
      <ForWhom />
      <Unpaid memberId={member.id} />
      <Clubs memberId={subject.id} />
      <ProfileDialog
        member={member}
        opened={trigger === 'editMainParticipant'}
        onClose={() => void go(paths.memberships(), { replace: true })}
      />
    </Stack>
  )
}

/** What waits for its payment; that it cannot be seen is said too, for it may hold something. */
function Unpaid({ memberId }: { memberId: string }) {
  const unpaid = useQuery(unpaidQuery(memberId))
  const reload = useReloadMemberships()
  if (unpaid.data || !unpaid.error) return <UnpaidNotice onPaid={reload} />
  return (
    <Callout role="alert" color="coral" icon={<IconAlertCircle />} title={m.unpaid_failed_title()}>
      <Stack gap="sm" align="flex-start">
        {problemText(unpaid.error)}
        <Button variant="default" onClick={() => void unpaid.refetch()} loading={unpaid.isFetching}>
          {m.action_retry()}
        </Button>
      </Stack>
    </Callout>
  )
}

function Clubs({ memberId }: { memberId: string }) {
  const clubs = useQuery(organisationsQuery)
  const mine = useQuery(membershipsQuery(memberId))
  const failed = clubs.error ?? mine.error

  if (clubs.data && mine.data) {
    if (clubs.data.length === 0) {
      return (
        <Panel>
          <EmptyState icon={<IconBuildingCommunity size={40} stroke={1.5} />} title={m.memberships_no_clubs_title()}>
            {m.memberships_no_clubs()}
          </EmptyState>
        </Panel>
      )
    }
    const own = new Map(mine.data.map((membership) => [membership.orgId, membership]))
    // Where I am a member comes first; an unpaid try makes no member.
    const rank = ({ id }: { id: string }) => Number((own.get(id)?.overallEndDate ?? null) !== null)
    const ordered = clubs.data.toSorted((a, b) => rank(b) - rank(a))
    return (
      <CardGrid>
        {ordered.map((club) => (
          <Club key={club.id} club={club} membership={own.get(club.id)} />
        ))}
      </CardGrid>
    )
  }
  if (!failed) return <CardSkeletons cards={3} height={420} />
  return (
    <ErrorPanel
      message={problemText(failed)}
      retrying={clubs.isFetching || mine.isFetching}
      onRetry={() => {
        if (clubs.error) void clubs.refetch()
        if (mine.error) void mine.refetch()
      }}
    />
  )
}

function Club({ club, membership }: Pick<ComponentProps<typeof ClubCard>, 'club' | 'membership'>) {
  const offers = useQuery(configurationsQuery(club.id))
  return (
    <ClubCard club={club} membership={membership}>
      {offers.data ? (
        <OfferList clubName={club.name} offers={offers.data} covered={coveredOffers(membership, offers.data)} />
      ) : offers.error ? (
        <ErrorPanel
          message={problemText(offers.error)}
          retrying={offers.isFetching}
          onRetry={() => void offers.refetch()}
        />
      ) : (
        <Skeleton height={180} radius="md" />
      )}
    </ClubCard>
  )
}
