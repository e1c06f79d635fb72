/** A role that the sign-in provider's token gives, as `org:{ORG}|role:{ROLE}` among its realm roles. */
export interface TokenRole {
  /** The organisation's key in upper case, or ALL. */
  readonly org: string
  readonly role: 'USER' | 'ADMIN' | 'SUPER_ADMIN'
}

// Without the u flag, letters outside ASCII match nothing here, not even those whose upper case is ASCII (ı, ſ).
const pattern = /^org:([a-z0-9][a-z0-9-]{0,39})\|role:(user|admin|super_admin)$/i

export const roleText = ({ org, role }: TokenRole): string => `org:${org}|role:${role}`

/** The portal's roles among a token's realm roles, in any case. Another application's roles are ignored. */
export function parseRoles(realmRoles: unknown): TokenRole[] {
  if (!Array.isArray(realmRoles)) return []
  const found = new Map<string, TokenRole>()
  for (const text of realmRoles) {
    const [, org, role] = (typeof text === 'string' && pattern.exec(text)) || []
    if (!org || !role) continue
    const parsed = { org: org.toUpperCase(), role: role.toUpperCase() as TokenRole['role'] }
    found.set(roleText(parsed), parsed)
  }
  return [...found.values()]
}

/** Super admin of ALL. No organisation can be called ALL. */
export const isSuperAdmin = (roles: readonly TokenRole[]): boolean =>
  roles.some(({ org, role }) => org === 'ALL' && role === 'SUPER_ADMIN')

/**
 * Whether a role makes its holder an administrator, who holds every scope. A super admin of ALL is the operator: they look at an office by a
 * grant of their own.
 */
export const isAdmin = ({ org, role }: TokenRole): boolean =>
  role === 'ADMIN' || (role === 'SUPER_ADMIN' && org !== 'ALL')
