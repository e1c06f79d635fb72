import type { Reader } from '#server/database/db.ts'
import { Problem } from '#server/http/problem.ts'
import { selectOptionalOrganisationOfAnyState, type OrganisationRow } from './queries.ts'

/** The club whose id is in the path, open or closed. Throws `organisation_not_found`. */
export async function clubOfPath(db: Reader, { orgId }: { orgId: string }): Promise<OrganisationRow> {
  const organisation = await selectOptionalOrganisationOfAnyState(db, orgId)
  if (!organisation) throw new Problem('organisation_not_found')
  return organisation
}
