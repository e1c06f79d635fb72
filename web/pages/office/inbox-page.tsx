import { useEffect } from 'react'
import { ApiProblem } from '#web/api/client.ts'
import { useSession } from '#web/api/session/session.ts'
import { isInOffice } from '#web/api/session/token-claims.ts'
import { InboxFrame } from '#web/features/conversations/inbox/inbox-frame.tsx'
import { OfficeThread, readyOfficeThread } from './later-office-thread.ts'

/** What people ask a club, for whoever speaks for its office. */
export function InboxPage() {
  const { member, roles } = useSession()
  if (!isInOffice(roles)) throw new ApiProblem('forbidden', 403)
  useEffect(() => {
    // Whoever looks at the list reads one of it next.
    readyOfficeThread().catch(() => {})
  }, [])
  return <InboxFrame memberId={member.id} Thread={OfficeThread} />
}
