/** What the page reads from a token to show the right entries. The server decides every right from its own check. */
export interface TokenClaims {
  readonly sub?: string
  readonly sid?: string
  /** Seconds since 1970. */
  readonly exp?: number
  readonly realm_access?: { readonly roles?: readonly string[] }
  readonly resource_access?: Readonly<Record<string, { readonly roles?: readonly string[] }>>
}

export class TokenUnreadable extends Error {}

const notJson = 'Unable to decode token, payload is not a valid JSON value.'

/** Reads the payload of a JSON web token without checking its signature. */
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

/** Who looks after the whole portal. */
export const isSuperAdmin = (roles: readonly Role[]): boolean =>
  roles.some(({ org, role }) => org === 'ALL' && role === 'SUPER_ADMIN')

/** Who speaks for the office of a club. */
export const isInOffice = (roles: readonly Role[]): boolean => roles.some(({ role }) => role !== 'USER')

/** Who has no role of the portal's, as with a provider that knows none, is an ordinary member. */
const ordinary: readonly Role[] = [{ org: 'ALL', role: 'USER' }]

/** The portal's roles among a token's realm roles, `org:{ORG}|role:{ROLE}` in any case; anything else is another's. */
export function rolesOf(claims: TokenClaims): readonly Role[] {
  const texts: unknown = claims.realm_access?.roles
  if (!Array.isArray(texts)) return ordinary
  const roles = texts.flatMap((text) => {
    const [, org, role] = (typeof text === 'string' && roleForm.exec(text)) || []
    return org && role ? [{ org: org.toUpperCase(), role: role.toUpperCase() as Role['role'] }] : []
  })
  return roles.length > 0 ? roles : ordinary
}

/** What a token tells of the person and the session. */
export interface IdentityToken {
  readonly subject: string
  /** Of the session at the sign-in provider; null where it names none. */
  readonly sessionId: string | null
  readonly roles: readonly Role[]
  /** Roles that the provider gives for single applications, by the application's id. */
  readonly resourceRoles: Readonly<Record<string, readonly string[]>>
  readonly expiresAt: Date | null
}

export function identityToken(token: string): IdentityToken {
  const claims = tokenClaims(token)
  const { sub, sid, exp, resource_access: resources = {} } = claims
  return {
    subject: sub ?? '',
    sessionId: sid ?? null,
    roles: rolesOf(claims),
    resourceRoles: Object.fromEntries(Object.entries(resources).map(([id, { roles = [] }]) => [id, roles])),
    expiresAt: exp === undefined ? null : new Date(exp * 1000),
  }
}
