import { Button, Code } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { IconPlugConnectedX, IconUserExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { findMember, signOut } from '#web/api/session/session.ts'
import { TokenUnreadable } from '#web/api/session/token-claims.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

/** What a person can do who is signed in but cannot be let in as a member. */
const words: Partial<Record<ApiProblem['code'], { title: () => string; text: () => string }>> = {
  member_disabled: { title: m.session_disabled_title, text: m.session_disabled_text },
  name_required: { title: m.session_name_title, text: m.session_name_text },
}

/** Signed in, but no member came of it: why, and the next step. */
export function SignInProblem({ problem }: { problem: ApiProblem }) {
  const router = useRouter()
  const [trying, setTrying] = useState(false)
  const known = words[problem.code]
  const retry = async () => {
    setTrying(true)
    await findMember()
    // The guards and loaders look again.
    void router.invalidate()
    setTrying(false)
  }
  return (
    <Panel>
      <EmptyState
        order={1}
        icon={known ? <IconUserExclamation size={40} stroke={1.5} /> : <IconPlugConnectedX size={40} stroke={1.5} />}
        title={known?.title() ?? m.session_failed_title()}
        actions={
          <>
            <Button onClick={() => void retry()} loading={trying}>
              {m.action_retry()}
            </Button>
            <Button variant="default" onClick={() => void signOut()}>
              {m.nav_sign_out()}
            </Button>
          </>
        }
      >
        {known?.text() ?? <Explained problem={problem} />}
      </EmptyState>
    </Panel>
  )
}

/** In words; what only a developer of the sign-in understands stands behind them. */
function Explained({ problem }: { problem: ApiProblem }) {
  if (!(problem.cause instanceof TokenUnreadable)) return problemText(problem)
  return (
    <>
      {m.session_unreadable()} <Code>{problem.cause.message}</Code>
    </>
  )
}
