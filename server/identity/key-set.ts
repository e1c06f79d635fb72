import {
  createLocalJWKSet,
  errors,
  type CryptoKey,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from 'jose'
import { outgoing } from '#server/telemetry/outgoing.ts'

/** The provider cannot be reached and no key of it is known yet. */
export class ProviderUnavailable extends Error {}

export interface KeySetOptions {
  readonly issuer: string
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds of a clock that never jumps. */
  readonly now?: () => number
}

const FRESH = 10 * 60_000
const COOLDOWN = 30_000
const PATIENCE = 5000

export interface KeySet {
  /** The key that signed a token. Throws when there is none. */
  readonly find: (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>
  /** Names the keys as they are: another edition when they changed. Asks for them anew when they are old. */
  readonly edition: () => number
}

/**
 * The issuer's signing keys. They are fetched when first needed and refreshed behind the callers' backs, so that valid
 * tokens keep working while the provider is down. An unknown key id causes one fetch, and no other within 30 seconds,
 * whatever it brought: a flood of made-up ids does not become a flood at the provider.
 */
export function keySet({ issuer, fetch = globalThis.fetch, now = () => performance.now() }: KeySetOptions): KeySet {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined
  let address: string | undefined
  let fetchedAt = -Infinity
  let triedAt = -Infinity
  let fetching: Promise<void> | undefined
  let published = ''
  let editions = 0

  async function getJson(url: string): Promise<Record<string, unknown>> {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(PATIENCE),
    })
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    return (await response.json()) as Record<string, unknown>
  }

  async function load(): Promise<void> {
    if (!address) {
      const discovery = await outgoing('provider', 'discovery', () =>
        getJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
      )
      if (discovery.issuer !== issuer)
        throw new Error(`The provider calls itself ${String(discovery.issuer)}, not ${issuer}`)
      address = String(discovery.jwks_uri)
    }
    const keysAt = address
    const found = await outgoing('provider', 'keys', () => getJson(keysAt))
    keys = createLocalJWKSet(found as unknown as JSONWebKeySet)
    fetchedAt = now()
    const text = JSON.stringify(found)
    if (text !== published) editions++
    published = text
  }

  const refresh = (): Promise<void> => {
    triedAt = now()
    fetching ??= load().finally(() => {
      fetching = undefined
    })
    return fetching
  }

  const cool = () => now() - triedAt >= COOLDOWN

  function refreshWhenOld() {
    if (keys && now() - fetchedAt > FRESH && cool()) refresh().catch(() => {})
  }

  async function find(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> {
    if (!keys) {
      try {
        // While nothing is known every caller waits for the same fetch; a failed one may be tried again at once.
        await refresh()
      } catch (cause) {
        throw new ProviderUnavailable(`The sign-in provider ${issuer} does not answer`, { cause })
      }
    }
    refreshWhenOld()
    try {
      return await keys!(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !cool()) throw error
    }
    await refresh().catch(() => {})
    return keys!(header, token)
  }

  return {
    find,
    edition: () => {
      refreshWhenOld()
      return editions
    },
  }
}
