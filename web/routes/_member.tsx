import { createFileRoute, Outlet, useLocation } from '@tanstack/react-router'
import { Guard } from '#web/features/session/guard.tsx'
import { paths } from '#web/paths.ts'

export const Route = createFileRoute('/_member')({
  // Part of the first load, like the front page: a chunk of its own would only come later.
  codeSplitGroupings: [],
  component: MemberPages,
})

function MemberPages() {
  return (
    <Guard atFrontDoor={useLocation().pathname === paths.dashboard()}>
      <Outlet />
    </Guard>
  )
}
