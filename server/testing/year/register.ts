import { createHash, randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openBrowser } from '../../../simulators/testing/browser.ts'

const callback = 'http://127.0.0.1/signed-in'

/** Creates an account at the simulated sign-in, as a browser does. @returns its access token */
export async function register(person: Record<string, string>): Promise<string> {
  const endpoint = `${inject('simulators').issuer}/protocol/openid-connect`
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: 'member-web',
    response_type: 'code',
    scope: 'openid profile email phone',
    redirect_uri: callback,
    state: randomBytes(8).toString('hex'),
    nonce: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'create',
  })
  const browser = openBrowser()
  const address = `${endpoint}/auth?${query.toString()}`
  const { url } = await browser.follow(await browser.get(address), address)
  const end = await browser.follow(await browser.post(url, person), url)
  const code = end.url.searchParams.get('code')
  if (!code) throw new Error(`${person.email} could not register at ${end.url.href}`)
  const answer = await fetch(`${endpoint}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: 'member-web',
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: callback,
    }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}
