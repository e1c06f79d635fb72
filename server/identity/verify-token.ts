import { hash } from 'node:crypto'
import { errors, jwtVerify, type JWTPayload } from 'jose'
import type { Identity } from './identity.ts'
import { keySet, ProviderUnavailable, type KeySet } from './key-set.ts'
import { parseRoles } from './roles.ts'

export interface Verification {
  readonly issuer: string
  readonly audience: string
  /** The portal's own client at the provider. */
  readonly clientId: string
  /** In production: whoever knows the guide knows their password. */
  readonly refusesDemoPeople?: boolean
}

/** Checks an access token and says who it belongs to. `null` when it is not a valid token of ours. */
export type VerifyToken = (token: string) => Promise<Identity | null>

const LEEWAY = 60

/** Keycloak writes this audience into the tokens of every client of a realm. */
const EVERYBODYS = 'account'

/** Tokens whose check is remembered. */
const REMEMBERED = 10_000

/**
 * Accepts RS256 access tokens of one issuer for one audience, issued to the portal's own client; the key comes from the
 * issuer's published set and from nowhere in the token. A token that passed is remembered by its hash until it ends or the
 * keys are read anew. Throws `ProviderUnavailable` only while no key has ever been fetched.
 */
export function tokenVerifier(verification: Verification): VerifyToken {
  const keys = keySet(verification.issuer)
  const passed = new Map<string, { identity: Identity; edition: number }>()

  function recall(name: string): Identity | null {
    const found = passed.get(name)
    if (!found) return null
    const ended = Date.now() >= found.identity.expiresAt.getTime() + LEEWAY * 1000
    if (!ended && found.edition === keys.edition()) return found.identity
    passed.delete(name)
    return null
  }

  return async (token) => {
    const name = hash('sha256', token, 'base64')
    const known = recall(name)
    if (known) return known
    const edition = keys.edition()
    const identity = await check(keys, verification, token)
    if (!identity) return null
    if (passed.size >= REMEMBERED) passed.delete(passed.keys().next().value!)
    passed.set(name, { identity, edition })
    return identity
  }
}

async function check(
  keys: KeySet,
  { issuer, audience, clientId, refusesDemoPeople = false }: Verification,
  token: string,
): Promise<Identity | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys.find, {
      issuer,
      audience,
      algorithms: ['RS256'],
      clockTolerance: LEEWAY,
      requiredClaims: ['sub', 'exp'],
    })
    const ours =
      isAccessToken(payload, protectedHeader.typ) && isIssuedTo(clientId, payload, audience) && isOfThePast(payload)
    return ours && !(refusesDemoPeople && isDemoPerson(payload)) ? identityOf(payload) : null
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null
    throw error
  }
}

/** A provider whose clock is ahead by more than the leeway would hand out tokens that outlive their time here. */
const isOfThePast = ({ iat }: JWTPayload): boolean => iat === undefined || iat * 1000 <= Date.now() + LEEWAY * 1000

/** An ID token or a refresh token of the same issuer must not pass for an access token. */
function isAccessToken(payload: JWTPayload, headerType: string | undefined): boolean {
  const header = (headerType ?? 'JWT').toLowerCase().replace(/^application\//, '')
  if (header === 'at+jwt') return payload.typ === undefined || payload.typ === 'Bearer'
  if (header !== 'jwt') return false
  return (
    payload.typ === 'Bearer' ||
    (payload.typ === undefined && payload.nonce === undefined && payload.at_hash === undefined)
  )
}

/**
 * Another application of the same provider must not act here with the tokens that people gave it. A provider that does not
 * say to whom it issued a token has to say for whom, by an audience that is the portal's alone.
 */
const isIssuedTo = (clientId: string, { azp }: JWTPayload, audience: string): boolean =>
  azp === undefined ? audience !== EVERYBODYS : azp === clientId

/**
 * One of ops/keycloak/izy-users-0.json, by the role that nobody there can put off; or, where they came without it, by an address that is
 * nobody's (RFC 2606).
 */
function isDemoPerson({ realm_access: access, email }: JWTPayload): boolean {
  const roles = (access as { roles?: unknown } | undefined)?.roles
  if (Array.isArray(roles) && roles.includes('demo-person')) return true
  return typeof email === 'string' && /@(.+\.)?example(\.(com|net|org))?$/i.test(email)
}

function identityOf(claims: JWTPayload): Identity | null {
  if (!claims.sub || !claims.iss) return null
  const text = (name: string, max = 200) => {
    const value = claims[name]
    return typeof value === 'string'
      ? value
          .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
          .trim()
          .slice(0, max)
      : ''
  }
  const email = text('email', 255).toLowerCase()
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email && email.length <= 254 ? email : null,
    emailVerified: claims.email_verified === true,
    givenName: text('given_name'),
    familyName: text('family_name'),
    name: text('name'),
    phone: text('phone_number') || text('phone'),
    sessionId: text('sid') || null,
    expiresAt: new Date(claims.exp! * 1000),
    roles: parseRoles((claims.realm_access as { roles?: unknown } | undefined)?.roles),
  }
}
