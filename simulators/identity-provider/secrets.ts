import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { JWK } from 'oidc-provider'
import type { Store } from '../store.ts'

/** Signing key and cookie key, created once and stored, so that tokens and cookies survive a restart. */
export function keptSecrets(store: Store): { signingKey: JWK; cookieKeys: string[] } {
  const kept = (name: string, make: () => unknown) => {
    // Two processes may start on the same folder at once; the first one's value is used.
    if (!store.one('select 1 from secret where name = ?', name))
      store.run('insert or ignore into secret (name, value) values (?, ?)', name, JSON.stringify(make()))
    return JSON.parse(store.one<{ value: string }>('select value from secret where name = ?', name)!.value)
  }
  return {
    signingKey: kept('signing-key', () => ({
      ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
      alg: 'RS256',
      use: 'sig',
      kid: randomBytes(8).toString('base64url'),
    })),
    cookieKeys: kept('cookie-keys', () => [randomBytes(32).toString('base64url')]),
  }
}
