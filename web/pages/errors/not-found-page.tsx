import { useLocation, type NotFoundRouteProps } from '@tanstack/react-router'
import { IconMapOff } from '@tabler/icons-react'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { isBot } from '#web/ui/is-bot.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { useErrorTitle } from './use-error-title.ts'

/** No page at this address. */
export function NotFoundPage({ message }: { message: string }) {
  useErrorTitle(m.error_not_found_title())
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

/** Nothing at this address, or an address whose id cannot be one. */
export function UnmatchedPage({ data }: NotFoundRouteProps) {
  const { pathname } = useLocation()
  const invalid = (data as { invalidId?: boolean } | undefined)?.invalidId
  return (
    <NotFoundPage
      message={invalid ? m.error_invalid_path({ path: pathname }) : m.error_unmatched({ path: pathname })}
    />
  )
}
