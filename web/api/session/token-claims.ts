import { isAdmin, parseRoles, type TokenRole } from '#contract/token-roles.ts'

export { isSuperAdmin } from '#contract/token-roles.ts'

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

/** Whether somebody works in a club's office: as an administrator, or by a role that a club gave them. */
export const isInOffice = ({ roles, offices }: { roles: readonly TokenRole[]; offices: readonly string[] }): boolean =>
  offices.length > 0 || roles.some(isAdmin)

/** The default without portal roles, for example with a provider that has none. */
const ordinary: readonly TokenRole[] = [{ org: 'ALL', role: 'USER' }]

export function rolesOf(claims: TokenClaims): readonly TokenRole[] {
  const roles = parseRoles(claims.realm_access?.roles)
  return roles.length > 0 ? roles : ordinary
}

export interface IdentityToken {
  readonly subject: string
  readonly sessionId: string | null
  readonly roles: readonly TokenRole[]
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
