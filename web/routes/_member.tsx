import { createFileRoute, Outlet, useMatches, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { config } from '#web/api/config.ts'
import { useSessionState } from '#web/api/session/session.ts'
import { SignInRequired } from '#web/features/session/sign-in-required.tsx'
import { paths } from '#web/paths.ts'

/**
 * The guard of members' pages. It follows the session while a page stands: whoever is signed out, here or in another tab,
 * sees nothing of it any more.
 */
export const Route = createFileRoute('/_member')({
  // Every page of members needs it: a chunk of its own would only come later.
  codeSplitGroupings: [],
  component: MemberPages,
})

// Most who come back from paying are still signed in.
const SignedOutReturn = lazy(async () => ({ default: (await import('#web/routes/-order-return.tsx')).SignedOutReturn }))

function MemberPages() {
  const session = useSessionState()
  // The page that is shown: whoever leaves the front page by a link is still there until the next page comes.
  const shown = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  const offline = useMatches({ select: (matches) => matches.at(-1)?.staticData.offline ?? false })
  const returnedTo = useMatches({ select: (matches) => matches.at(-1)?.staticData.returnedTo })
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const signedOut = session.status === 'signed-out'
  if (session.status === 'signed-in' || (signedOut && session.offlineMemberId !== null && offline)) return <Outlet />
  if (signedOut && returnedTo && /^[A-Za-z0-9]{40}$/.test(search[`${config.productKey}token`] ?? ''))
    return (
      <Suspense>
        <SignedOutReturn returnedTo={returnedTo} />
      </Suspense>
    )
  return <SignInRequired atFrontPage={shown === paths.dashboard()} />
}
