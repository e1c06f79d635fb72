import { Button, Code } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { IconCloudOff, IconPlugConnectedX, IconUserExclamation } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import type { ApiProblem } from '#web/api/client.ts'
import { reloadPage } from '#web/api/new-build.ts'
import { problemText } from '#web/api/problem-text.ts'
import { findMember, signOut, type SessionState } from '#web/api/session/session.ts'
import { TokenUnreadable } from '#web/api/session/token-claims.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { Welcome } from './welcome.tsx'

type Problem = Extract<SessionState, { status: 'problem' | 'signed-out' }>

/** Why somebody cannot be signed in, and what they can do meanwhile. */
export function SignInProblem({ session }: { readonly session: Problem }) {
  if (session.status === 'problem') return <NoMember problem={session.problem} />
  return session.offlineMemberId !== null ? <OfflineScreen /> : <Welcome failed={session.failed} />
}

/** Shown instead of a page that needs the network, with links to those that work offline. */
function OfflineScreen() {
  return (
    <Panel>
      <EmptyState
        order={1}
        icon={<IconCloudOff size={40} stroke={1.5} />}
        title={m.offline_page_title()}
        actions={
          <>
            <ButtonLink to={paths.tickets()}>{m.title_tickets()}</ButtonLink>
            <ButtonLink to={paths.calendar()} variant="default">
              {m.title_calendar()}
            </ButtonLink>
            <Button variant="subtle" onClick={reloadPage}>
              {m.action_retry()}
            </Button>
          </>
        }
      >
        {m.offline_page_text()}
      </EmptyState>
    </Panel>
  )
}

const words: Partial<Record<ApiProblem['code'], { title: () => string; text: () => string }>> = {
  member_disabled: { title: m.session_disabled_title, text: m.session_disabled_text },
}

/** Their sign-in ended when they were merged. */
const merged = { title: m.session_merged_title, text: m.session_merged_text }

/** Signed in, but without a member: explains why and offers to retry. */
function NoMember({ problem }: { problem: ApiProblem }) {
  const router = useRouter()
  const [trying, setTrying] = useState(false)
  const known = problem.data['merged'] === true ? merged : words[problem.code]
  const retry = async () => {
    setTrying(true)
    await findMember()
    // Runs guards and loaders again.
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

/** Shows a plain explanation, followed by details for developers. */
function Explained({ problem }: { problem: ApiProblem }) {
  if (!(problem.cause instanceof TokenUnreadable)) return problemText(problem)
  return (
    <>
      {m.session_unreadable()} <Code>{problem.cause.message}</Code>
    </>
  )
}
