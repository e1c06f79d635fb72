import type { Thread } from '#contract/conversation-answers.ts'
import type { Db } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { administeredKeys, administers } from '#server/identity/roles.ts'
import { selectOffices } from './office-queries.ts'

/** The clubs whose office the caller speaks for, closed or not, by name, with what waits in each. */
export async function listOffices(db: Db, { roles }: MemberActor): Promise<{ club: Thread['club']; open: number }[]> {
  if (administeredKeys(roles).length === 0) return []
  const keys = administers(roles, 'ALL') ? null : roles.map(({ org }) => org).filter((key) => administers(roles, key))
  return selectOffices(db, keys)
}
