import type { Role } from './identity.ts'

// Without the u flag, letters outside ASCII match nothing here, not even those whose upper case is ASCII (ı, ſ).
const pattern = /^org:([a-z0-9][a-z0-9-]{0,39})\|role:(user|admin|super_admin)$/i

/**
 * The portal's roles among a token's realm roles, `org:{ORG}|role:{ROLE}` in any case. Anything else is another application's role and
 * is ignored.
 */
export function parseRoles(realmRoles: unknown): Role[] {
  if (!Array.isArray(realmRoles)) return []
  const found = new Map<string, Role>()
  for (const text of realmRoles) {
    const [, org, role] = (typeof text === 'string' && pattern.exec(text)) || []
    if (!org || !role) continue
    const parsed = { org: org.toUpperCase(), role: role.toUpperCase() as Role['role'] }
    found.set(`${parsed.org}|${parsed.role}`, parsed)
  }
  return [...found.values()]
}

/** Super admin of ALL. No organisation can be called ALL. */
export const isSuperAdmin = (roles: readonly Role[]): boolean =>
  roles.some(({ org, role }) => org === 'ALL' && role === 'SUPER_ADMIN')
