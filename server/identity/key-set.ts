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

/** The provider cannot be reached and none of its keys is known yet. */
export class ProviderUnavailable extends Error {}

export interface KeySet {
  /** The key that signed a token. Throws when there is none. */
  readonly find: JWTVerifyGetKey
  /** Changes each time the keys are loaded. */
  readonly edition: () => number
}

const RELOAD = 10 * 60_000
const COOLDOWN = 30_000

/**
 * The issuer's signing keys, loaded on first use and every ten minutes in the background, so that valid tokens work while the provider is
 * down. An unknown key id reloads them at most once in 30 seconds, even after a failure: a flood of made-up ids must not reach the provider.
 */
export function keySet(issuer: string): KeySet {
  const cache: Partial<ExportedJWKSCache> = {}
  let failedAt = -Infinity
  let opening: Promise<JWTVerifyGetKey> | undefined

  const readKeys: FetchImplementation = async (url, options) => {
    // jose has a cooldown only after a successful load.
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
      // Until the first load all callers share one attempt. After a failure the next caller tries again.
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
