import { Alert, Button, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { IconBriefcase, IconLinkOff, IconUserExclamation } from '#web/ui/icons/index.ts'
import { officeAccess } from '#contract/office/access.ts'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { queryClient, queryKeys } from '#web/api/query-client.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { replaceOffices, useSession } from '#web/api/session/session.ts'
import { useCall } from '#web/api/use-call.ts'
import { invitationQuery } from '#web/features/office/queries.ts'
import { roleMeans, roleName } from '#web/features/office/words.ts'
import { ClubMark } from '#web/features/organisations/club-mark.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, useNavigateTo } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

/** Where a mailed invitation to a club's office leads. */
export const Route = createFileRoute('/_member/office-invitation')({
  component: InvitationPage,
  staticData: { name: 'officeInvitation', title: m.title_office_invitation },
})

function InvitationPage() {
  const { token } = useSearch({ strict: false }) as { token?: string }
  return (
    <Panel>
      <Invitation key={token} token={token ?? ''} />
    </Panel>
  )
}

const home = () => (
  <ButtonLink to={paths.dashboard()} variant="default">
    {m.office_leave_area()}
  </ButtonLink>
)

/** Needs a press, because mail scanners open links, too. */
function Invitation({ token }: { token: string }) {
  const go = useNavigateTo()
  const { offices, signOut } = useSession()
  const invited = useQuery({ ...invitationQuery(token), enabled: token !== '' })
  const accept = useCall(
    officeAccess.accept,
    { token },
    {
      onSuccess: async ({ club }) => {
        showToast({ message: m.office_invitation_done({ club: club.name }) })
        await enter(club.key)
      },
    },
  )
  const enter = async (orgKey: string) => {
    replaceOffices([...new Set([...offices, orgKey])])
    await queryClient.invalidateQueries({ queryKey: queryKeys.office })
    await go(paths.office(orgKey), { replace: true })
  }
  const enterAgain = useEffectEvent((orgKey: string) => void enter(orgKey))
  // Whoever has accepted it before is led to the office.
  const acceptedAt = invited.data?.accepted ? invited.data.club.key : null
  useEffect(() => {
    if (acceptedAt !== null) enterAgain(acceptedAt)
  }, [acceptedAt])
  const problem = accept.error ?? invited.error
  const ended = problem instanceof ApiProblem && problem.code === 'office_invitation_ended'
  if (
    token === '' ||
    (problem instanceof ApiProblem && /^(office_invitation_(invalid|ended)|invalid_input)$/.test(problem.code))
  )
    return (
      <EmptyState
        order={1}
        icon={<IconLinkOff size={40} stroke={1.5} />}
        title={m.office_invitation_refused()}
        actions={home()}
      >
        {ended
          ? m.office_invitation_ended({ date: formatDate(String(problem.data['expiresAt'])) })
          : m.problem_office_invitation_invalid()}
      </EmptyState>
    )
  if (acceptedAt !== null) return <SkeletonList rows={2} height={90} />
  if (!invited.data) return <NotLoaded query={invited} rows={2} height={90} />

  const { club, roles, invitedBy, email, yours, expiresAt } = invited.data
  if (email !== yours)
    return (
      <EmptyState
        order={1}
        icon={<IconUserExclamation size={40} stroke={1.5} />}
        title={m.office_invitation_other_title()}
        actions={
          <>
            <Button onClick={() => void signOut()}>{m.nav_sign_out()}</Button>
            {home()}
          </>
        }
      >
        {yours ? m.office_invitation_other({ email, yours }) : m.office_invitation_other_none({ email })}
      </EmptyState>
    )
  return (
    <EmptyState
      order={1}
      icon={club.face ? <ClubMark club={club} size={56} /> : <IconBriefcase size={40} stroke={1.5} />}
      title={m.office_invitation_title({ club: club.name })}
      actions={
        <>
          <Button loading={accept.isPending} onClick={() => accept.mutate()}>
            {m.office_invitation_accept()}
          </Button>
          {home()}
        </>
      }
    >
      {m.office_invitation_text({ name: invitedBy, date: formatDate(expiresAt) })}
      <List component="div" ta="start" mt="md" listStyleType="none">
        {roles.map((role) => (
          <Text key={role} component="span" display="block" mt={6}>
            <Text component="span" fw={650} c="var(--mantine-color-text)">
              {roleName(role)}
            </Text>
            {`: ${roleMeans(role)}`}
          </Text>
        ))}
      </List>
      {accept.error && (
        <Alert color="red" component="span" display="block" mt="md" role="alert">
          {problemText(accept.error)}
        </Alert>
      )}
    </EmptyState>
  )
}
