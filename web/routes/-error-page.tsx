import { IconLock, IconMapOff } from '@tabler/icons-react'
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

/** A page that broke: in words, with a way to try again. */
export function ErrorPage({ error }: Pick<ErrorComponentProps, 'error'>) {
  const router = useRouter()
  const unreachable = isUnreachable(error)
  const refused = error instanceof ApiProblem && error.status === 403
  const title = unreachable ? m.error_panel_title() : refused ? m.error_forbidden_title() : m.error_internal_title()
  useErrorTitle(title)
  const retry = useCallback(() => {
    const what = String(error)
    if (unreachable && tried === what) return void loadAnew()
    tried = what
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
      // Who has no right gets none by asking again.
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

/** What failed when the reader tried again last. */
let tried: string | null = null

// Some browsers do not ask a second time for a part that failed, so the page is loaded anew; but first the portal must
// answer, or the browser would show a page of its own.
const loadAnew = () =>
  fetch(location.href).then(
    () => location.reload(),
    () => undefined,
  )

/** A part of the app that the browser could not get, as each engine words it. */
const isUnreachable = (error: unknown) =>
  !navigator.onLine || /dynamically imported|preload CSS|Importing a module script/i.test(String(error))

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

/**
 * The page is called what it says, and stands nowhere among the others: what is above it may not be there either. Robots keep
 * what they are shown as the page's content, so they learn of the error by the answer's status alone.
 */
export function useErrorTitle(title: string): void {
  usePageTitle(isBot() ? '' : title)
  usePagesAbove('none')
}

/** Search engines and link previews: they are shown no error page, so that none is kept as the page's content. */
const isBot = (userAgent = navigator.userAgent) =>
  /bot\b|crawl|spider|slurp|facebookexternalhit|embedly|preview|lighthouse/i.test(userAgent)
