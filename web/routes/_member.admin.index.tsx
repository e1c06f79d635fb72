import { createFileRoute, redirect } from '@tanstack/react-router'
import { currentSession } from '#web/api/session/session.ts'
import { isInOffice, isSuperAdmin } from '#web/api/session/token-claims.ts'
import { paths } from '#web/paths.ts'

/** The address that people type who look for the office: it leads to where they work, or to their dashboard. */
export const Route = createFileRoute('/_member/admin/')({
  beforeLoad: () => {
    const session = currentSession()
    if (session.status !== 'signed-in') return
    throw redirect({ href: adminPath(session), replace: true })
  },
})

function adminPath(session: Parameters<typeof isInOffice>[0]): string {
  if (isSuperAdmin(session.roles)) return paths.operatorClubs()
  return isInOffice(session) ? paths.office() : paths.dashboard()
}
