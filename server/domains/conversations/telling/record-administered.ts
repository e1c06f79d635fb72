import type { Tx } from '#server/database/db.ts'
import { threadNotifications } from '#server/domains/notifications/index.ts'
import type { Role } from '#server/identity/identity.ts'
import { administeredKeys } from '#server/identity/roles.ts'
import { writeAdministered } from './admin-queries.ts'

/**
 * Keeps whom a club's notifications go to, at every sign-in. It grants nothing: what an admin may do stands in the token
 * alone. Whoever administers a club no more loses what its office was told. Admins of ALL are told nothing.
 */
export async function recordAdministered(
  tx: Tx,
  { id }: { readonly id: string },
  { roles }: { readonly roles: readonly Role[] },
): Promise<void> {
  const keys = administeredKeys(roles).filter((key) => key !== 'ALL')
  for (const org of await writeAdministered(tx, id, [...new Set(keys)])) {
    await threadNotifications.forgetNotificationsOf(tx, id, { type: 'CONTACT_US', org })
  }
}
