import type { GrantedRole } from '#contract/office/scopes.ts'
import { newId } from '#server/database/new-id.ts'
import type { Person } from '../builders.ts'
import type { TestApp } from '../test-app.ts'

/** Gives a member roles in a club's office, and no other: earlier grants of theirs end. @returns the grant's id */
export async function grantOffice(
  app: TestApp,
  club: { readonly id: string },
  { memberId }: Pick<Person, 'memberId'>,
  roles: readonly GrantedRole[],
): Promise<string> {
  const id = newId()
  await app.database.sql(
    'update office_grants set revoked_at = portal_now() where member_id = $1 and revoked_at is null',
    [memberId],
  )
  await app.database.sql(
    `insert into office_grants (id, org_id, member_id, roles, granted_by, reason, ends_at)
     select $1, $2, $3, $4, $3, case when 'look' = any($4) then 'A question' end,
       case when 'look' = any($4) then portal_now() + interval '1 hour' end`,
    [id, club.id, memberId, roles],
  )
  return id
}
