import { IconLock, IconMapOff } from '#web/ui/icons/index.ts'
import { useRouter, type ErrorComponentProps, useLocation, type NotFoundRouteProps } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { currentReaderId } from '#web/api/acting/subject.ts'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { paths } from '#web/paths.ts'
import { EmptyState, ErrorPanel } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { usePagesAbove, usePageTitle } from '#web/ui/page-title.ts'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

export function ErrorPage({ error }: Pick<ErrorComponentProps, 'error'>) {
  const router = useRouter()
  const unreachable = isUnreachable(error)
  const refused = error instanceof ApiProblem && error.status === 403
  const title = unreachable ? m.error_panel_title() : refused ? m.error_forbidden_title() : m.error_internal_title()
  useErrorTitle(title)
  const retry = useCallback(() => {
    const failure = String(error)
    if (unreachable && lastRetried === failure) return void reload()
    lastRetried = failure
    void router.invalidate()
  }, [error, unreachable, router])

  useEffect(() => {
    if (!unreachable) return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [unreachable, retry])

  if (isBot()) return null
  return (
    <ErrorPanel
      order={1}
      title={title}
      message={unreachable ? (navigator.onLine ? m.error_part_missing() : m.problem_offline()) : problemText(error)}
      // Retrying cannot help without permission.
      {...(refused ? { icon: <IconLock size={40} stroke={1.5} /> } : { onRetry: retry })}
      actions={
        unreachable && !navigator.onLine && currentReaderId() !== null ? (
          <>
            <ButtonLink to={paths.tickets()} variant="default">
              {m.title_tickets()}
            </ButtonLink>
            <ButtonLink to={paths.calendar()} variant="default">
              {m.title_calendar()}
            </ButtonLink>
          </>
        ) : (
          <ButtonLink to={paths.dashboard()} variant={refused ? 'filled' : 'default'}>
            {m.action_to_dashboard()}
          </ButtonLink>
        )
      }
    />
  )
}

let lastRetried: string | null = null

// Some browsers never refetch a failed module, so the page is reloaded, but only once the portal responds: otherwise
// the browser would show its own error page.
const reload = () =>
  fetch(location.href).then(
    () => location.reload(),
    () => undefined,
  )

/** A chunk that failed to load, as each engine words it. */
const isUnreachable = (error: unknown) =>
  !navigator.onLine || /dynamically imported|preload CSS|Importing a module script/i.test(String(error))

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

export function UnmatchedPage({ data }: NotFoundRouteProps) {
  const { pathname } = useLocation()
  const invalid = (data as { invalidId?: boolean } | undefined)?.invalidId
  return (
    <NotFoundPage
      message={invalid ? m.error_invalid_path({ path: pathname }) : m.error_unmatched({ path: pathname })}
    />
  )
}

/** Sets the error page's title, and hides breadcrumbs, which may lead nowhere either. */
export function useErrorTitle(title: string): void {
  usePageTitle(isBot() ? '' : title)
  usePagesAbove('none')
}

/** Bots see no error page, because they would index it as the page's content. Cubot is a phone. */
export const isBot = (userAgent = navigator.userAgent) =>
  /(?<!cu)bot\b|crawl|spider|slurp|facebookexternalhit|embedly|preview|lighthouse/i.test(userAgent)
