import {
  createRemoteJWKSet,
  customFetch,
  errors,
  jwksCache,
  type ExportedJWKSCache,
  type FetchImplementation,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
} from 'jose'
import { outgoing } from '#server/telemetry/outgoing.ts'

/** The provider cannot be reached and no key of it is known yet. */
export class ProviderUnavailable extends Error {}

export interface KeySet {
  /** The key that signed a token. Throws when there is none. */
  readonly find: JWTVerifyGetKey
  /** Names the keys as they are: another edition each time that they were read. */
  readonly edition: () => number
}

const RELOAD = 10 * 60_000
const COOLDOWN = 30_000

/**
 * The issuer's signing keys. They are read when first needed and every ten minutes behind callers' backs; valid tokens keep working
 * while the provider is down. An unknown key id has them read once, and not again for 30 seconds, whether that worked or not: a flood of
 * made-up ids does not become a flood at the provider.
 */
export function keySet(issuer: string): KeySet {
  const cache: Partial<ExportedJWKSCache> = {}
  let failedAt = -Infinity
  let opening: Promise<JWTVerifyGetKey> | undefined

  const readKeys: FetchImplementation = async (url, options) => {
    // jose itself rests only after keys that it got.
    if (cache.jwks && Date.now() < failedAt + COOLDOWN) throw new errors.JOSEError('The provider failed a moment ago')
    try {
      return await outgoing('provider', 'keys', () => read(url, options))
    } catch (error) {
      failedAt = Date.now()
      throw error
    }
  }

  async function open(): Promise<JWTVerifyGetKey> {
    const keys = createRemoteJWKSet(await keysAddress(issuer), {
      cacheMaxAge: Infinity,
      cooldownDuration: COOLDOWN,
      [jwksCache]: cache as JWKSCacheInput,
      [customFetch]: readKeys,
    })
    await keys.reload()
    setInterval(() => void keys.reload().catch(() => {}), RELOAD).unref()
    return keys
  }

  return {
    async find(header, token) {
      // While nothing is known every caller waits for the same answer; a failed one may be tried again at once.
      opening ??= open()
      const keys = await opening.catch((cause: unknown) => {
        opening = undefined
        throw new ProviderUnavailable(`The sign-in provider ${issuer} does not answer`, { cause })
      })
      return keys(header, token)
    },
    edition: () => cache.uat ?? 0,
  }
}

async function keysAddress(issuer: string): Promise<URL> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const options = { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(5000) }
  const response = await outgoing('provider', 'discovery', () => read(address, options))
  const discovery = (await response.json()) as Record<string, unknown>
  if (discovery.issuer !== issuer)
    throw new Error(`The provider calls itself ${String(discovery.issuer)}, not ${issuer}`)
  return new URL(String(discovery.jwks_uri))
}

async function read(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options)
  if (!response.ok) throw new errors.JOSEError(`${url} answered ${response.status}`)
  return response
}
