import { Button } from '@mantine/core'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { IconLifebuoy, IconMapOff } from '@tabler/icons-react'
import { problemText } from '#web/api/problem-text.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { isBot } from '#web/ui/is-bot.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

/** A page that broke: in words, with a way to try again. */
export function ErrorPage({ error }: Pick<ErrorComponentProps, 'error'>) {
  const router = useRouter()
  if (isBot()) return null
  return (
    <Panel role="alert">
      <EmptyState
        order={1}
        icon={<IconLifebuoy size={40} stroke={1.5} />}
        title={m.error_internal_title()}
        actions={
          <>
            <Button onClick={() => void router.invalidate()}>{m.action_retry()}</Button>
            <ButtonLink to={paths.dashboard()} variant="default">
              {m.action_to_dashboard()}
            </ButtonLink>
          </>
        }
      >
        {problemText(error)}
      </EmptyState>
    </Panel>
  )
}

/** No page at this address. */
export function NotFoundPage({ message }: { message: string }) {
  if (isBot()) return null
  return (
    <Panel>
      <EmptyState
        order={1}
        icon={<IconMapOff size={40} stroke={1.5} />}
        title={m.error_not_found_title()}
        actions={<ButtonLink to={paths.dashboard()}>{m.action_to_dashboard()}</ButtonLink>}
      >
        {message}
      </EmptyState>
    </Panel>
  )
}
