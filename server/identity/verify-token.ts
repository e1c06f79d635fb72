import { cleanLine } from '#contract/clean-text.ts'
import { readableEmail } from '#contract/email.ts'
import { cutText } from '#contract/cut-text.ts'
import { hash } from 'node:crypto'
import { errors, jwtVerify, type JWTPayload } from 'jose'
import type { Identity } from './identity.ts'
import { keySet, ProviderUnavailable, type KeySet } from './key-set.ts'
import { parseRoles } from '#contract/token-roles.ts'

export interface Verification {
  readonly issuer: string
  readonly audience: string
  /** The portal's own client at the provider. */
  readonly clientId: string
  /** For production: the demo people's password is in the guide. */
  readonly refusesDemoPeople?: boolean
}

/** Verifies an access token and returns its owner; `null` when it is not valid here. */
export type VerifyToken = (token: string) => Promise<Identity | null>

const LEEWAY = 60

/** Keycloak puts this audience into the tokens of every client of a realm. */
const EVERYBODYS = 'account'

/** Verified tokens kept in memory. */
const REMEMBERED = 10_000

/**
 * Accepts RS256 access tokens of one issuer and audience, issued to the portal's own client. Keys come only from the issuer's key set,
 * never from the token. A verified token is cached by its hash until it expires or the keys are reloaded. Throws `ProviderUnavailable`
 * only while no keys have ever been loaded.
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

/** Refuses tokens issued in the future: if the provider's clock is ahead, its tokens live too long here. */
const isOfThePast = ({ iat }: JWTPayload): boolean => iat === undefined || iat * 1000 <= Date.now() + LEEWAY * 1000

/** Whether it is an access token, not an ID or refresh token of the same issuer. */
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
 * Whether the token was issued to the portal's client. Otherwise another application could use its users' tokens here. Without `azp`,
 * the audience must be the portal's own.
 */
const isIssuedTo = (clientId: string, { azp }: JWTPayload, audience: string): boolean =>
  azp === undefined ? audience !== EVERYBODYS : azp === clientId

/**
 * A person of ops/keycloak/izy-users-0.json, recognised by their role, or by an address in a reserved domain (RFC 2606).
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
    return typeof value === 'string' ? cutText(cleanLine(value.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')), max) : ''
  }
  const email = readableEmail(text('email', 255))
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
    signedInAt: typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1000) : null,
    expiresAt: new Date(claims.exp! * 1000),
    roles: parseRoles((claims.realm_access as { roles?: unknown } | undefined)?.roles),
  }
}
