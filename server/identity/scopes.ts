import { type AnyColumn, sql, type SQL } from '#server/database/sql.ts'
import type { Role } from './identity.ts'

/** What a member of a club's office may do. Each office route requires one. */
const scopes = [
  'members.read',
  'members.write',
  'memberships.write',
  'events.read',
  'events.write',
  'door',
  'money.read',
  'money.refund',
  'messages.send',
  'inbox',
  'reports',
  'settings',
  'sensitive.read',
] as const
export type Scope = (typeof scopes)[number]

/** The scopes of a role at its club. An admin has all of them until clubs can grant them one by one. */
const granted: Readonly<Record<Role['role'], readonly Scope[]>> = { USER: [], ADMIN: scopes, SUPER_ADMIN: scopes }

interface Holder {
  readonly roles: readonly Role[]
}

/** Keys of the clubs where somebody holds a scope; may contain `ALL`. */
export const clubsWith = ({ roles }: Holder, scope: Scope): string[] =>
  roles.filter(({ role }) => granted[role].includes(scope)).map(({ org }) => org.toUpperCase())

/** Whether somebody holds a scope at a club. */
export const holds = (holder: Holder, scope: Scope, orgKey: string): boolean =>
  clubsWith(holder, scope).some((key) => key === 'ALL' || key === orgKey.toUpperCase())

/** `holds` in SQL, for a column with club keys. */
export function heldAt(holder: Holder, scope: Scope, orgKey: AnyColumn | SQL): SQL {
  const keys = clubsWith(holder, scope)
  if (keys.length === 0) return sql`false`
  return keys.includes('ALL') ? sql`true` : sql`${orgKey} = any(${sql.param(keys)}::text[])`
}
