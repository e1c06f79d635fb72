import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { officeGrants } from '#server/database/schema/index.ts'
import { sql } from '#server/database/sql.ts'
import type { Office } from '#contract/office/access.ts'
import { clubOfPath } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { recordOperatorChange } from '#server/domains/audit/index.ts'
import { presentOffice } from './my-offices.ts'
import { lockAccess } from './people.ts'

/** Minutes for which an operator may look at an office. */
const LOOK_MINUTES = 60

/** Lets an operator read a club's office for an hour; the club sees it, and why, among its people and in its history. */
export async function viewOffice(
  tx: Tx,
  actor: MemberActor,
  { orgId, reason }: { orgId: string; reason: string },
): Promise<Office> {
  const organisation = await clubOfPath(tx, { orgId })
  await lockAccess(tx, organisation.id)
  await tx.execute(sql`
    update office_grants set revoked_at = portal_now()
    where org_id = ${organisation.id} and member_id = ${actor.memberId} and 'look' = any(roles) and revoked_at is null`)
  await tx.insert(officeGrants).values({
    id: newId(),
    orgId: organisation.id,
    memberId: actor.memberId,
    roles: ['look'],
    grantedBy: actor.memberId,
    reason,
    endsAt: sql`portal_now() + interval '${sql.raw(String(LOOK_MINUTES))} minutes'`,
  })
  await recordOperatorChange(tx, actor, {
    orgId: organisation.id,
    name: 'office_looked_at',
    thing: 'access',
    thingId: actor.memberId,
    label: organisation.name,
    reason,
  })
  return presentOffice(organisation, { ...actor, grants: [{ orgKey: organisation.key, roles: ['look'] }] })
}
