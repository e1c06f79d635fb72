import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { IconLock } from '@tabler/icons-react'
import { useCallback, useEffect } from 'react'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { currentReaderId } from '#web/api/acting/subject.ts'
import { paths } from '#web/paths.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { isBot } from '#web/ui/is-bot.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { tryAgain } from '#web/ui/loading/lazy-part.tsx'
import { m } from '#words/messages.js'
import { useErrorTitle } from './use-error-title.ts'

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
    tryAgain()
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
