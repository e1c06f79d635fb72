import { createHash, randomBytes } from 'node:crypto'
import type { Browser } from './browser.ts'
import { portal } from './start-simulators.ts'

export interface Tokens {
  access_token: string
  refresh_token: string
  id_token: string
  expires_in: number
}

/** The client side of an authorization code flow with PKCE. */
export function portalOf(issuer: string) {
  const endpoint = `${issuer}/protocol/openid-connect`
  const callback = `${portal}/any/page?x=1`

  const begin = (extra: Record<string, string> = {}) => {
    const verifier = randomBytes(32).toString('base64url')
    const query = new URLSearchParams({
      client_id: 'member-web',
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: callback,
      state: randomBytes(8).toString('hex'),
      nonce: 'n-1',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...extra,
    })
    return { verifier, address: `${endpoint}/auth?${query.toString()}` }
  }

  const token = (fields: Record<string, string>) =>
    fetch(`${endpoint}/token`, {
      method: 'POST',
      headers: { origin: portal },
      body: new URLSearchParams({ client_id: 'member-web', ...fields }),
    })

  const exchange = async (code: string, verifier: string): Promise<Tokens> => {
    const response = await token({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: callback,
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as Tokens
  }

  return {
    endpoint,
    callback,
    begin,
    token,
    exchange,
    refresh: (refreshToken: string) => token({ grant_type: 'refresh_token', refresh_token: refreshToken }),

    /** Opens the sign-in form. Returns the page and its URL. */
    async open(browser: Browser, extra: Record<string, string> = {}) {
      const { address, verifier } = begin(extra)
      const { response, url } = await browser.follow(await browser.get(address), address)
      return { response, url, verifier }
    },

    async signIn(
      browser: Browser,
      username: string,
      password = 'demo',
      extra: Record<string, string> = {},
    ): Promise<Tokens> {
      const { url, verifier } = await this.open(browser, extra)
      const end = await browser.follow(await browser.post(url, { username, password }), url)
      const code = end.url.searchParams.get('code')
      if (!code) throw new Error(`No code at ${end.url.href}`)
      return exchange(code, verifier)
    },
  }
}
