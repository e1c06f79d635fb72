import { createFileRoute, Outlet, useMatches, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { config } from '#web/api/config.ts'
import { useSessionState } from '#web/api/session/session.ts'
import { SignInRequired } from '#web/features/session/sign-in-required.tsx'

/** Guards member pages. Follows the session, so that signing out, in any tab, hides an open page at once. */
export const Route = createFileRoute('/_member')({
  // Every member page needs it, so a separate chunk would only load later.
  codeSplitGroupings: [],
  component: MemberPages,
})

// Lazy, because most people returning from a payment are still signed in.
const SignedOutReturn = lazy(async () => ({ default: (await import('#web/routes/-order-return.tsx')).SignedOutReturn }))

function MemberPages() {
  const session = useSessionState()
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
  return <SignInRequired />
}
