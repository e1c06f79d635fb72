import { config } from '../config.ts'
import { accountAddress } from './provider-pages.ts'
import { sessionIdentity } from './session.ts'

/** The sign-in as its provider knows it, which may differ from the member's profile. */
export interface SignInAccount {
  readonly name: string
  readonly email: string
  readonly emailVerified: boolean
  /** Where it is managed; null where the provider has no page for it. */
  readonly manageAt: string | null
}

interface Claims {
  readonly sub?: string
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  readonly email?: string
  readonly email_verified?: boolean
}

/** What the ID token says; where it leaves out name or e-mail, as light-weight tokens do, the provider's user info is asked. */
export async function readSignInAccount(): Promise<SignInAccount> {
  const told = (sessionIdentity().profile() ?? {}) as Claims
  const known = told.email && nameOf(told) ? told : { ...told, ...(await userInfo(told.sub)) }
  return {
    name: nameOf(known),
    email: known.email ?? '',
    emailVerified: known.email_verified === true,
    manageAt: accountAddress(config.oidcIssuer, config.oidcClientId, location.href),
  }
}

const nameOf = ({ name, given_name: first = '', family_name: last = '' }: Claims): string =>
  name ?? `${first} ${last}`.trim()

async function userInfo(subject: string | undefined): Promise<Claims> {
  const identity = sessionIdentity()
  const { userinfo_endpoint: address } = await identity.metadata()
  const token = await identity.accessToken()
  if (!address || token === null) return {}
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`The user info endpoint answers ${response.status}`)
  const claims = (await response.json()) as Claims
  // Somebody else's answer would be worse than none.
  return claims.sub === subject ? claims : {}
}
