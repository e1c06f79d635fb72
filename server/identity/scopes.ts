import { type GrantedRole, rolesWith, type Scope, scopes, scopesOf } from '#contract/office/scopes.ts'
import { type AnyColumn, sql, type SQL } from '#server/database/sql.ts'
import { isAdmin, isSuperAdmin, type TokenRole } from '#contract/token-roles.ts'

export type { Scope } from '#contract/office/scopes.ts'

/** Roles that a club gave a member of its office. Read with the caller at every call. */
export interface Grant {
  /** In upper case. */
  readonly orgKey: string
  readonly roles: readonly GrantedRole[]
}

interface Holder {
  readonly roles: readonly TokenRole[]
  readonly grants: readonly Grant[]
}

/** Keys of the clubs that a token administers; may contain `ALL`. */
export const clubsOfToken = ({ roles }: Pick<Holder, 'roles'>): string[] =>
  roles.filter(isAdmin).map(({ org }) => org.toUpperCase())

/** The operator's view of every club on the members' side: people, and events before they are public. */
const seenByOperator: readonly Scope[] = ['members.read', 'events.read']

/** Keys of the clubs where somebody holds a scope, for what a read shows; may contain `ALL`. */
export const clubsWith = (holder: Holder, scope: Scope): string[] => [
  ...clubsOfToken(holder),
  ...(isSuperAdmin(holder.roles) && seenByOperator.includes(scope) ? ['ALL'] : []),
  ...holder.grants.filter(({ roles }) => scopesOf(roles).includes(scope)).map(({ orgKey }) => orgKey),
]

/** Whether a club's office things are shown to somebody on the members' side. */
export const sees = (holder: Holder, scope: Scope, orgKey: string): boolean =>
  clubsWith(holder, scope).some((key) => key === 'ALL' || key === orgKey.toUpperCase())

/** Somebody's scopes at a club. A look grants its scopes for reading only. */
export function scopesAt(holder: Holder, orgKey: string, use: 'read' | 'write'): readonly Scope[] {
  const key = orgKey.toUpperCase()
  if (clubsOfToken(holder).some((org) => org === 'ALL' || org === key)) return scopes
  const roles = holder.grants.filter((grant) => grant.orgKey === key).flatMap((grant) => grant.roles)
  return scopesOf(use === 'read' ? roles : roles.filter((role) => role !== 'look'))
}

/** Whether somebody holds a scope at a club. */
export const hasScope = (holder: Holder, scope: Scope, orgKey: string, use: 'read' | 'write' = 'read'): boolean =>
  scopesAt(holder, orgKey, use).includes(scope)

/** `hasScope` for reading in SQL, for a column with club keys. */
export function hasScopeSql(holder: Holder, scope: Scope, orgKey: AnyColumn | SQL): SQL {
  const keys = clubsWith(holder, scope)
  if (keys.length === 0) return sql`false`
  return keys.includes('ALL') ? sql`true` : sql`${orgKey} = any(${sql.param(keys)}::text[])`
}

/** Whether a row of `office_grants` gives access now. */
export const isLiveGrant = sql`(office_grants.revoked_at is null and (office_grants.ends_at is null or office_grants.ends_at > portal_now()))`

/** A query for the ids of the members to whom a club has granted a scope. */
export const grantedMembers = (orgId: string | AnyColumn | SQL, scope: Scope): SQL => sql`
  select office_grants.member_id from office_grants
  where office_grants.org_id = ${orgId} and ${isLiveGrant} and office_grants.roles && ${sql.param(rolesWith(scope))}::text[]`

/** Whether the token of somebody's last sign-in administers a club, in SQL. */
export const wasAdminOf = (memberId: AnyColumn | SQL, orgId: string | AnyColumn | SQL): SQL => sql`exists (
  select from member_identities seen join organisations club on club.id = ${orgId}
  where seen.member_id = ${memberId} and seen.roles_seen ?| array['org:ALL|role:ADMIN',
    'org:' || upper(club.key) || '|role:ADMIN', 'org:' || upper(club.key) || '|role:SUPER_ADMIN'])`

/** The live grants of a member as JSON, for the query that finds the caller. */
export const grantsOf = (memberId: AnyColumn | SQL): SQL<Grant[]> => sql<Grant[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('orgKey', upper(organisations.key), 'roles', to_jsonb(office_grants.roles))), '[]')
  from office_grants join organisations on organisations.id = office_grants.org_id
  where office_grants.member_id = ${memberId} and ${isLiveGrant})`
