/** What the page reads from a token to show the right entries. The server decides every right from its own check. */
export interface TokenClaims {
  readonly sub?: string
  readonly realm_access?: { readonly roles?: readonly string[] }
}

export class TokenUnreadable extends Error {}

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
    return JSON.parse(text) as TokenClaims
  } catch (cause) {
    throw new TokenUnreadable('Unable to decode token, payload is not a valid JSON value.', { cause })
  }
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

/** The portal's roles among a token's realm roles, `org:{ORG}|role:{ROLE}` in any case; anything else is another's. */
export function rolesOf(claims: TokenClaims): readonly Role[] {
  return (claims.realm_access?.roles ?? []).flatMap((text) => {
    const [, org, role] = roleForm.exec(text) ?? []
    return org && role ? [{ org: org.toUpperCase(), role: role.toUpperCase() as Role['role'] }] : []
  })
}
