/** Used to show the right menu entries; the server checks every permission itself. */
export interface TokenClaims {
  readonly sub?: string
  readonly sid?: string
  /** Seconds since 1970. */
  readonly exp?: number
  readonly auth_time?: number
  readonly realm_access?: { readonly roles?: readonly string[] }
  readonly resource_access?: Readonly<Record<string, { readonly roles?: readonly string[] }>>
}

export class TokenUnreadable extends Error {}

const notJson = 'Unable to decode token, payload is not a valid JSON value.'

/** Decodes a JSON web token without checking its signature. */
export function tokenClaims(token: string): TokenClaims {
  const payload = token.split('.')[1]
  if (!payload) throw new TokenUnreadable('Unable to decode token, payload not found.')
  let text: string
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    text = new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
  } catch (cause) {
    throw new TokenUnreadable('Unable to decode token, payload is not a valid Base64URL value.', { cause })
  }
  try {
    const claims: unknown = JSON.parse(text)
    if (typeof claims === 'object' && claims !== null) return claims
  } catch (cause) {
    throw new TokenUnreadable(notJson, { cause })
  }
  throw new TokenUnreadable(notJson)
}

export interface Role {
  /** Upper case; `ALL` for every organisation. */
  readonly org: string
  readonly role: 'USER' | 'ADMIN' | 'SUPER_ADMIN'
}

const roleForm = /^org:([a-z0-9][a-z0-9-]{0,39})\|role:(user|admin|super_admin)$/i

/** Administrators of the whole portal. */
export const isSuperAdmin = (roles: readonly Role[]): boolean =>
  roles.some(({ org, role }) => org === 'ALL' && role === 'SUPER_ADMIN')

/** Whether somebody administers a club by a role of the token; the operator does not. */
const administers = ({ org, role }: Role): boolean => role === 'ADMIN' || (role === 'SUPER_ADMIN' && org !== 'ALL')

/** Whether somebody works in a club's office: as an administrator, or by a role that a club gave them. */
export const isInOffice = ({ roles, offices }: { roles: readonly Role[]; offices: readonly string[] }): boolean =>
  offices.length > 0 || roles.some(administers)

/** The default without portal roles, for example with a provider that has none. */
const ordinary: readonly Role[] = [{ org: 'ALL', role: 'USER' }]

/** The portal's realm roles, `org:{ORG}|role:{ROLE}` in any case; other roles are ignored. */
export function rolesOf(claims: TokenClaims): readonly Role[] {
  const texts: unknown = claims.realm_access?.roles
  if (!Array.isArray(texts)) return ordinary
  const roles = texts.flatMap((text) => {
    const [, org, role] = (typeof text === 'string' && roleForm.exec(text)) || []
    return org && role ? [{ org: org.toUpperCase(), role: role.toUpperCase() as Role['role'] }] : []
  })
  return roles.length > 0 ? roles : ordinary
}

export interface IdentityToken {
  readonly subject: string
  readonly sessionId: string | null
  readonly roles: readonly Role[]
  /** Roles per application, by client id. */
  readonly resourceRoles: Readonly<Record<string, readonly string[]>>
  readonly expiresAt: Date | null
  /** Whether the provider says when they signed in. */
  readonly saysWhen: boolean
}

export function identityToken(token: string): IdentityToken {
  const claims = tokenClaims(token)
  const { sub, sid, exp, auth_time: signedIn, resource_access: resources = {} } = claims
  return {
    subject: sub ?? '',
    sessionId: sid ?? null,
    roles: rolesOf(claims),
    resourceRoles: Object.fromEntries(Object.entries(resources).map(([id, { roles = [] }]) => [id, roles])),
    expiresAt: exp === undefined ? null : new Date(exp * 1000),
    saysWhen: signedIn !== undefined,
  }
}
