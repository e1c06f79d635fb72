import type { Reader } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { administers } from '#server/identity/roles.ts'
import { selectOptionalOrganisationOfAnyState, type OrganisationRow } from './queries.ts'

/**
 * The organisation whose office the caller speaks for, closed or not; the one place that grants it. Throws
 * `organisation_not_found` or `forbidden`.
 */
export async function administeredOrganisation(
  db: Reader,
  { roles }: MemberActor,
  orgId: string,
): Promise<OrganisationRow> {
  const organisation = await selectOptionalOrganisationOfAnyState(db, orgId)
  if (!organisation) throw new Problem('organisation_not_found')
  if (!administers(roles, organisation.key)) throw new Problem('forbidden')
  return organisation
}
