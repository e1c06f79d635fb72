import { createFileRoute, Outlet, useMatches, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { config } from '#web/api/config.ts'
import { useSessionState } from '#web/api/session/session.ts'
import { Guard } from '#web/features/session/guard.tsx'
import { paths } from '#web/paths.ts'
import { lazyPart } from '#web/ui/loading/lazy-part.tsx'

export const Route = createFileRoute('/_member')({
  // Part of the first load, like the front page: a chunk of its own would only come later.
  codeSplitGroupings: [],
  component: MemberPages,
})

// Most who come back from paying are still signed in.
const SignedOutReturn = lazyPart(async () => (await import('#web/routes/-order-return.tsx')).SignedOutReturn)

function MemberPages() {
  // The page that is shown: whoever leaves the front door by a link is still there until the next page comes.
  const shown = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  const offline = useMatches({ select: (matches) => matches.at(-1)?.staticData.offline ?? false })
  const returnedTo = useMatches({ select: (matches) => matches.at(-1)?.staticData.returnedTo })
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const isOut = useSessionState().status === 'signed-out'
  if (isOut && returnedTo && /^[A-Za-z0-9]{40}$/.test(search[`${config.productKey}token`] ?? ''))
    return (
      <Suspense>
        <SignedOutReturn returnedTo={returnedTo} />
      </Suspense>
    )
  return (
    <Guard atFrontDoor={shown === paths.dashboard()} offline={offline}>
      <Outlet />
    </Guard>
  )
}
