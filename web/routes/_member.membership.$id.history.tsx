import { Stack } from '@mantine/core'
import { IconHistoryOff } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { ApiProblem } from '#web/api/client.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { currentSession, useSession } from '#web/api/session/session.ts'
import { membershipWords } from '#web/features/memberships/words.ts'
import { membershipQuery } from '#web/features/memberships/queries.ts'
import { TermList } from '#web/features/memberships/term-list.tsx'
import { pendingPaymentOf } from '#web/features/orders/result/previous-payment.tsx'
import { unpaidQuery } from '#web/features/orders/queries.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'
import { requireId } from '#web/routes/-addresses.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/membership/$id/history')({
  beforeLoad: ({ params }) => requireId(params.id),
  loader: ({ params }) => loadMembership(params.id),
  component: Page,
  staticData: {
    name: 'membershipHistory',
    title: m.title_membership_history,
    crumbs: [{ label: m.title_memberships, to: paths.memberships() }],
  },
})

function Page() {
  const { id } = Route.useParams()
  return <MembershipHistoryPage membershipId={id} />
}

async function loadMembership(membershipId: string) {
  if (currentSession().status !== 'signed-in') return
  await Promise.all([prefetch(membershipQuery(membershipId)), prefetch(organisationsQuery)])
}

function MembershipHistoryPage({ membershipId }: { membershipId: string }) {
  const membership = useQuery(membershipQuery(membershipId))
  const clubs = useQuery(organisationsQuery)
  const { member } = useSession()
  const unpaid = useQuery(unpaidQuery(member.id))
  const club = clubs.data?.find(({ id }) => id === membership.data?.orgId)

  if (membership.error instanceof ApiProblem && membership.error.code === 'not_found') return <NoMembership />
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.title_membership_history()}
        subtitle={
          membership.data && [club?.name, membershipWords(membership.data).sentence].filter(Boolean).join(' · ')
        }
      />
      {membership.data ? (
        membership.data.memberships.length > 0 ? (
          <TermList membership={membership.data} waitingOf={({ id }) => pendingPaymentOf(unpaid.data, id)} />
        ) : (
          <Panel>
            <EmptyState icon={<IconHistoryOff size={40} stroke={1.5} />} title={m.history_empty_title()}>
              {m.history_empty()}
            </EmptyState>
          </Panel>
        )
      ) : (
        <NotLoaded query={membership} rows={3} height={106} />
      )}
    </Stack>
  )
}

function NoMembership() {
  return (
    <Panel>
      <EmptyState
        order={1}
        icon={<IconHistoryOff size={40} stroke={1.5} />}
        title={m.history_unknown_title()}
        actions={<ButtonLink to={paths.memberships()}>{m.confirm_memberships()}</ButtonLink>}
      >
        {m.history_unknown()}
      </EmptyState>
    </Panel>
  )
}
