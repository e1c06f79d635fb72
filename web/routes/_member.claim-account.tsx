import { Button } from '@mantine/core'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { m } from '#words/messages.js'
import { IconLinkOff, IconUserCheck } from '#web/ui/icons/index.ts'
import { members } from '#contract/members/members.ts'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { queryClient } from '#web/api/query-client.ts'
import { findMember } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, useNavigateTo } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { showFailure } from '#web/api/toasts.ts'
import { useCall } from '#web/api/use-call.ts'

export const Route = createFileRoute('/_member/claim-account')({
  component: ClaimAccountPage,
  staticData: { name: 'claimAccount', title: m.title_claim_account },
})

function ClaimAccountPage() {
  const { token } = useSearch({ strict: false }) as { token?: string }
  return <ClaimAccount key={token} token={token ?? ''} />
}

/** Errors that a retry cannot fix. */
const finalCodes = new Set(['claim_link_invalid', 'claim_not_possible', 'member_disabled', 'invalid_input'])

/** Links the sign-in to the profile with its e-mail address. Needs a click, because mail scanners open links, too. */
function ClaimAccount({ token }: { token: string }) {
  const go = useNavigateTo()
  const claim = useCall(
    members.claim,
    { token },
    {
      onSuccess: async () => {
        // From here on the user is another member, so discard the old one's data.
        queryClient.clear()
        await findMember()
        showToast({ message: m.claim_done() })
        await go(paths.myProfile())
      },
      onError: (problem) => {
        if (!isFinal(problem)) showFailure(problem)
      },
    },
  )
  const toProfile = (label: string) => (
    <ButtonLink to={paths.myProfile()} variant="default">
      {label}
    </ButtonLink>
  )

  if (token === '' || isFinal(claim.error)) {
    return (
      <Panel>
        <EmptyState
          order={1}
          icon={<IconLinkOff size={40} stroke={1.5} />}
          title={m.claim_refused_title()}
          actions={toProfile(m.nav_my_profile())}
        >
          {claim.error ? problemText(claim.error) : m.problem_claim_link_invalid()}
        </EmptyState>
      </Panel>
    )
  }
  return (
    <Panel>
      <EmptyState
        order={1}
        icon={<IconUserCheck size={40} stroke={1.5} />}
        title={m.claim_question_title()}
        actions={
          <>
            <Button loading={claim.isPending} onClick={() => claim.mutate()}>
              {m.claim_button()}
            </Button>
            {toProfile(m.claim_later())}
          </>
        }
      >
        {m.claim_question()}
      </EmptyState>
    </Panel>
  )
}

const isFinal = (problem: unknown) => problem instanceof ApiProblem && finalCodes.has(problem.code)
