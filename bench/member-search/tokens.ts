import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { tokenVerifier } from '#server/identity/verify-token.ts'

/** Milliseconds for a new token and a cached one; and the number of calls to the provider. */
export async function measureTokens(line: (what: string, figure: string) => void): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256', use: 'sig' }
  let asked = 0
  const server = createServer((request, response) => {
    asked++
    const issuer = `http://${request.headers.host}`
    const discovery = { issuer, jwks_uri: `${issuer}/jwks` }
    response.end(JSON.stringify(request.url === '/jwks' ? { keys: [jwk] } : discovery))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const verify = tokenVerifier({ issuer, audience: 'account', clientId: 'member-web' })
  const tokens = await Promise.all(
    Array.from({ length: 1000 }, (_, at) =>
      new SignJWT({ typ: 'Bearer', azp: 'member-web', realm_access: { roles: ['org:ROKLUB|role:ADMIN'] } })
        .setProtectedHeader({ alg: 'RS256', kid: 'bench', typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(`subject-${at}`)
        .setAudience('account')
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey),
    ),
  )
  await verify(tokens[0]!)
  for (const [what, rounds] of [
    ['a token seen for the first time, ms', 1],
    ['a token seen before, ms (under 0.1)', 20],
  ] as const) {
    const begun = performance.now()
    for (let round = 0; round < rounds; round++)
      for (const token of tokens) if (!(await verify(token))) throw new Error(what)
    line(what, ((performance.now() - begun) / rounds / tokens.length).toFixed(4))
  }
  line('calls of the provider for all of them', String(asked))
  server.close()
}
