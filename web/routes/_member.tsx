import { createFileRoute, Outlet, useLocation } from '@tanstack/react-router'
import { Guard } from '#web/features/session/guard.tsx'
import { paths } from '#web/paths.ts'

export const Route = createFileRoute('/_member')({ component: MemberPages })

function MemberPages() {
  return (
    <Guard atFrontDoor={useLocation().pathname === paths.dashboard()}>
      <Outlet />
    </Guard>
  )
}
