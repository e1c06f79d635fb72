import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { Guard } from '#web/features/session/guard.tsx'
import { paths } from '#web/paths.ts'

export const Route = createFileRoute('/_member')({
  // Part of the first load, like the front page: a chunk of its own would only come later.
  codeSplitGroupings: [],
  component: MemberPages,
})

function MemberPages() {
  // The page that is shown: whoever leaves the front door by a link is still there until the next page comes.
  const shown = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  const offline = useMatches({ select: (matches) => matches.at(-1)?.staticData.offline ?? false })
  return (
    <Guard atFrontDoor={shown === paths.dashboard()} offline={offline}>
      <Outlet />
    </Guard>
  )
}
