import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose'

/** A sign-in provider that signs whatever a test says, with keys it publishes or not. */
export interface TokenIssuer {
  readonly issuer: string
  /** Keys of the set, by name; a test changes them. */
  readonly published: Map<string, CryptoKey>
  /** How often the set was asked for. */
  readonly asked: () => number
  /** While true, nothing is answered. */
  down: boolean
  readonly newKey: () => Promise<{ publicKey: CryptoKey; privateKey: CryptoKey }>
  /** An access token of the portal's, but for what is changed. */
  sign(changes?: JWTPayload, how?: { header?: Record<string, unknown>; key?: CryptoKey }): Promise<string>
  close(): void
}

export async function startIssuer(): Promise<TokenIssuer> {
  const newKey = () => generateKeyPair('RS256', { extractable: true })
  const own = await newKey()
  const published = new Map([['k1', own.publicKey]])
  let asked = 0
  const server = createServer((request, response) => {
    if (provider.down) return response.writeHead(503).end()
    if (request.url?.endsWith('openid-configuration'))
      return response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/certs` }))
    asked++
    const keys = [...published].map(async ([kid, key]) => ({
      ...(await exportJWK(key)),
      kid,
      alg: 'RS256',
      use: 'sig',
    }))
    void Promise.all(keys).then((all) => response.end(JSON.stringify({ keys: all })))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realms/x`

  const provider: TokenIssuer = {
    issuer,
    published,
    asked: () => asked,
    down: false,
    newKey,
    sign: (changes = {}, { header = {}, key = own.privateKey } = {}) => {
      const now = Math.floor(Date.now() / 1000)
      const payload = {
        iss: issuer,
        aud: 'account',
        azp: 'member-web',
        sub: 'anna',
        typ: 'Bearer',
        iat: now,
        exp: now + 300,
        email: 'anna@example.com',
        email_verified: true,
        given_name: 'Anna',
        family_name: 'Holm',
        ...changes,
      }
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'JWT', ...header }).sign(key)
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return provider
}
