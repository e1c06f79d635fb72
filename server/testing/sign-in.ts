import { createHash, randomBytes } from 'node:crypto'

const tokens = new Map<string, Promise<string>>()

/** The access token of one of the provider's people, through the real code flow with PKCE; asked for once per process. */
export function accessTokenOf(issuer: string, username: string, password = 'demo'): Promise<string> {
  const key = `${issuer} ${username}`
  let token = tokens.get(key)
  if (!token) {
    token = codeFlow(issuer, '', { username, password })
    tokens.set(key, token)
  }
  return token
}

export interface Newcomer {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** The first access token of somebody who creates an account at the provider. */
export const tokenOfNewcomer = (issuer: string, person: Newcomer): Promise<string> =>
  codeFlow(issuer, '/registration', { ...person, password: 'correct horse battery' })

interface Discovery {
  authorization_endpoint: string
  token_endpoint: string
}

const redirectUri = 'http://127.0.0.1/signed-in'

/** @param form what is sent; @param below where to, below the provider's sign-in page */
async function codeFlow(issuer: string, below: string, form: Readonly<Record<string, string>>): Promise<string> {
  const discovery = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as Discovery
  const browser = new Browser()
  const verifier = randomBytes(72).toString('base64url')
  const authorize = new URL(discovery.authorization_endpoint)
  authorize.search = new URLSearchParams({
    client_id: 'member-web',
    response_type: 'code',
    scope: 'openid profile email phone',
    redirect_uri: redirectUri,
    state: randomBytes(8).toString('hex'),
    nonce: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()

  const page = await browser.open(authorize.href)
  const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1]
  if (!action) throw new Error(`No sign-in form at ${page.url}: ${page.text.slice(0, 300)}`)
  const end = await browser.open(new URL(action, page.url).href + below, new URLSearchParams(form))
  const code = new URL(end.url).searchParams.get('code')
  if (!code) throw new Error(`${form['username'] ?? form['email']} could not sign in: ${end.text.slice(0, 300)}`)

  const answer = await fetch(discovery.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'member-web',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    }),
  })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  if (!token) throw new Error(`No token: ${answer.status}`)
  return token
}

/** Follows redirects with cookies, up to the portal's own address. */
class Browser {
  readonly #cookies = new Map<string, string>()

  async open(url: string, form?: URLSearchParams): Promise<{ url: string; text: string }> {
    let target = url
    let body: URLSearchParams | undefined = form
    for (let hops = 0; hops < 10; hops++) {
      if (target.startsWith(redirectUri)) return { url: target, text: '' }
      const response = await fetch(target, {
        method: body ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(body ? { body } : {}),
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [name = '', value = ''] = cookie.split(';', 1)[0]!.split('=', 2)
        this.#cookies.set(name, value)
      }
      const location = response.headers.get('location')
      const text = await response.text()
      if (!location) return { url: target, text }
      target = new URL(location, target).href
      body = undefined
    }
    throw new Error(`Too many redirects from ${url}`)
  }
}
