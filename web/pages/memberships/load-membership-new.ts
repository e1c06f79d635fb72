import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { invitationsQuery } from '#web/features/members/family/queries.ts'
import { validateAddress } from '#web/features/members/address-rules.ts'
import { readyMissing, readyUnapproved } from './later-purchase.ts'
import { loadPurchase } from './load-memberships.ts'

/** What stands between the reader and the payment: who has not answered, and what the profile lacks. */
async function loadObstacles(): Promise<void> {
  const session = currentSession()
  if (session.status !== 'signed-in') return
  const { email } = session.member
  await Promise.allSettled([
    email !== null && Promise.all([queryClient.ensureQueryData(invitationsQuery(email)), readyUnapproved()]),
    validateAddress(session.member).length > 0 && readyMissing(),
  ])
}

/** Whatever the page opens with, so that nothing on it moves. */
export async function loadMembershipNew({ orgId }: { readonly orgId?: string }): Promise<void> {
  await Promise.all([loadPurchase(orgId), loadObstacles()])
}
