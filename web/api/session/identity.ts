import {
  ErrorResponse,
  ErrorTimeout,
  InMemoryWebStorage,
  User,
  UserManager,
  WebStorageStateStore,
} from 'oidc-client-ts'

/** A token is refreshed before a call when less than this remains. */
const refreshBelowSeconds = 30
/** Longest wait for the provider's answer to whether it is there at all. */
const reachMs = 5_000
const frameRefused = 'portal.silent-frame-refused'
const askedAtTop = 'portal.asked-at-top'

export interface IdentityOptions {
  readonly issuer: string
  readonly clientId: string
  readonly origin: string
  /** Where the identity provider sends the browser back to. */
  readonly callbackPath: string
  readonly language: () => string
}

/** No token holds for the next call. */
export class RefreshFailed extends Error {
  /** The identity provider refused the refresh token, so the session is over; otherwise it did not answer. */
  readonly refused: boolean

  constructor(refused: boolean, options?: ErrorOptions) {
    super('Failed to refresh token', options)
    this.refused = refused
  }
}

/** What the identity provider answered to a question, and where the person wanted to go. */
export interface SignInAnswer {
  readonly signedIn: boolean
  readonly returnTo: string
  /** The provider's own name of what hindered it, when nobody is signed in. */
  readonly error?: string
}

export type Identity = ReturnType<typeof createIdentity>

/**
 * Sign-in with an OpenID Connect provider: authorization code with PKCE (S256; the library's verifier is 96 characters
 * long). Tokens live in memory only; session storage holds the state of a question under way.
 */
export function createIdentity({ issuer, clientId, origin, callbackPath, language }: IdentityOptions) {
  if (!globalThis.crypto?.subtle) throw new Error('Web Crypto API is not available.')
  const manager = new UserManager({
    authority: issuer,
    client_id: clientId,
    redirect_uri: origin + callbackPath,
    silent_redirect_uri: `${origin}/silent-callback.html`,
    post_logout_redirect_uri: `${origin}/`,
    scope: 'openid profile email phone',
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    requestTimeoutInSeconds: 10,
    silentRequestTimeoutInSeconds: 8,
    // Decision 94: what the library would do by itself, and why it does not.
    automaticSilentRenew: false,
    validateSubOnSilentRenew: false,
  })
  let user: User | null = null
  let renewing: Promise<void> | undefined

  const question = (returnTo: string) => ({
    state: { returnTo: safeReturnUrl(returnTo) },
    nonce: crypto.randomUUID(),
    ui_locales: language(),
  })

  /** Without its ID token: signing in anew in another tab moves the time in it, which the library takes for another person. */
  async function keep(next: User) {
    user = next
    const stored = User.fromStorageString(next.toStorageString())
    delete stored.id_token
    await manager.storeUser(stored)
  }

  async function forget() {
    user = null
    await manager.removeUser()
  }

  async function askInFrame(): Promise<User> {
    return (await manager.signinSilent({ ...question('/'), forceIframeAuth: true }))!
  }

  /** A refresh token is good for one use: who asks at the same moment shares it. */
  const renew = (before: User) => (renewing ??= renewOnce(before).finally(() => (renewing = undefined)))

  async function renewOnce(before: User): Promise<void> {
    const renewed = (await manager.signinSilent(question('/')))!
    if (renewed.profile.sub !== before.profile.sub) throw new ErrorResponse({ error: 'other_person' })
    renewed.id_token ??= before.id_token
    // Who signed out meanwhile stays signed out.
    await (user ? keep(renewed) : forget())
  }

  /** Throws when the identity provider cannot be reached: a browser sent there would show a page of its own. */
  async function reach(): Promise<void> {
    const address = `${issuer}/.well-known/openid-configuration`
    const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(reachMs) })
    if (!response.ok) throw new Error(`${address}: ${response.status}`)
  }

  return {
    issuer,
    clientId,
    reach,
    forget,

    /** Who is signed in, with their tokens. */
    user: () => user,

    /** Sends the browser to the sign-in page, which comes back to `returnTo`; `login` asks for the password again. */
    async signIn(returnTo: string, prompt?: 'login' | 'create'): Promise<void> {
      await reach()
      await manager.signinRedirect({ ...question(returnTo), ...(prompt && { prompt }) })
    },

    /** Sends the browser to end the session at the identity provider and back to the portal. Tokens are forgotten, come what may. */
    async signOut(redirectMethod: 'assign' | 'replace' = 'assign'): Promise<void> {
      const hint = user?.id_token
      await forget()
      await reach()
      await manager.signoutRedirect({ redirectMethod, ...(hint && { id_token_hint: hint }) })
    },

    /** Whether this address is the identity provider's answer. */
    isCallback: (url: URL) => url.pathname === callbackPath && url.searchParams.has('state'),

    /** Takes the identity provider's answer. Throws when it answers no question of this tab. */
    async completeSignIn(url: string): Promise<SignInAnswer> {
      try {
        const answer = await manager.signinRedirectCallback(url)
        await keep(answer)
        sessionStorage.removeItem(askedAtTop)
        return { signedIn: true, returnTo: returnToOf(answer.state) }
      } catch (error) {
        await forget()
        if (error instanceof ErrorResponse && isRefusal(error))
          return { signedIn: false, returnTo: returnToOf(error.state), error: nameOf(error) }
        throw error
      }
    },

    /**
     * Asks without the person noticing whether a session is open at the identity provider, in a hidden frame. Where
     * frames are refused, or get no cookies because the provider is another site, the whole page asks by one round trip:
     * once in this tab, until somebody is signed in. Throws when the provider cannot be reached.
     */
    async checkSilently(returnTo: string): Promise<boolean | 'leaving'> {
      if (!sessionStorage.getItem(frameRefused)) {
        try {
          await keep(await askInFrame())
          return true
        } catch (error) {
          if (error instanceof ErrorTimeout) {
            // A network that went away in the meantime looks the same.
            await reach()
            sessionStorage.setItem(frameRefused, '1')
          } else if (!isRefusal(error)) throw error
          else if (isSameSite(issuer, origin)) return false
        }
      }
      if (sessionStorage.getItem(askedAtTop)) return false
      sessionStorage.setItem(askedAtTop, '1')
      await manager.signinRedirect({ ...question(returnTo), prompt: 'none', redirectMethod: 'replace' })
      return 'leaving'
    },

    /**
     * Whether the person signed in here is still the one signed in at the identity provider; `unknown` when it does not
     * answer. New tokens are taken for the same person only.
     */
    async recheck(): Promise<'same' | 'other' | 'none' | 'unknown'> {
      const before = user
      if (!before) return 'none'
      try {
        const framed = isSameSite(issuer, origin) && !sessionStorage.getItem(frameRefused)
        if (!framed) {
          await renew(before)
          return 'same'
        }
        const found = await askInFrame()
        if (found.profile.sub !== before.profile.sub) return 'other'
        await (user ? keep(found) : forget())
        return 'same'
      } catch (error) {
        if (error instanceof ErrorResponse && error.error === 'other_person') return 'other'
        return isRefusal(error) ? 'none' : 'unknown'
      }
    },

    /** A token that holds for the next call, refreshed first when it is about to end; null when nobody is signed in. */
    async accessToken(): Promise<string | null> {
      const before = user
      if (!before) return null
      const remaining = before.expires_in ?? Infinity
      if (remaining >= refreshBelowSeconds) return before.access_token
      try {
        await renew(before)
        return user?.access_token ?? null
      } catch (cause) {
        const refused = isRefusal(cause)
        if (refused) await forget()
        if (!refused && remaining > 0) return before.access_token
        throw new RefreshFailed(refused, { cause })
      }
    },

    /** Where the identity provider has what. */
    metadata: () => manager.metadataService.getMetadata(),
  }
}

/** Names by which providers say that they cannot answer now, in place of a refusal. */
const passing = new Set(['server_error', 'temporarily_unavailable', 'unknown_error'])

/** Whether the identity provider said no, be it without a name for it; otherwise it did not answer. */
function isRefusal(error: unknown): boolean {
  if (error instanceof ErrorResponse) return !passing.has(nameOf(error))
  return error instanceof Error && error.message.includes('(400)')
}

/** Keycloak says as a description that its sign-in page was left open for too long. */
const nameOf = ({ error, error_description: description }: ErrorResponse): string =>
  description === 'authentication_expired' ? description : (error ?? 'unknown')

const returnToOf = (state: unknown): string => safeReturnUrl((state as { returnTo?: unknown } | undefined)?.returnTo)

const base = 'https://portal.invalid'

/**
 * The part of an address that is safe to go to after signing in: a path of this origin with its query and fragment.
 * Whatever a browser could read as another origin or as a script becomes `/`.
 */
export function safeReturnUrl(wanted: unknown): string {
  const home = '/'
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.length > 2000) return home
  // Browsers read \ as /, drop tabs and line breaks, and some servers decode slashes before they route.
  if (/^\/[/\\]|[\\\p{Cc}]|@/u.test(wanted.split(/[?#]/, 1)[0]!)) return home
  if (/%(2f|5c|0[0-9a-f]|1[0-9a-f]|7f|40|25(2f|5c))/i.test(wanted.split(/[?#]/, 1)[0]!)) return home
  const url = URL.parse(wanted, base)
  if (url?.origin !== base || url.username || url.pathname.startsWith('//')) return home
  return url.pathname + url.search + url.hash
}

const registrable = (hostname: string) =>
  /^[\d.]+$|:/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.')

/**
 * Whether a browser counts two addresses as one site, so that a frame of one in a page of the other gets its cookies. It
 * looks at the last two parts of the name: under a suffix such as `co.uk` it takes two sites for one.
 */
export function isSameSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  return a.protocol === b.protocol && registrable(a.hostname) === registrable(b.hostname)
}

/** Providers in Keycloak's shape have these pages; discovery names them for nobody. */
const isKeycloak = (issuer: string) => /\/realms\/[^/]+$/.test(issuer)

/** Where a person manages their sign-in: name, e-mail, password, devices. Null where the provider is not known to have it. */
export function accountAddress(issuer: string, clientId: string, backTo: string): string | null {
  if (!isKeycloak(issuer)) return null
  return `${issuer}/account?${new URLSearchParams({ referrer: clientId, referrer_uri: backTo }).toString()}`
}

/** Where a forgotten password is replaced, in the reader's language. Null where the provider's sign-in page leads there itself. */
export const recoveryAddress = (issuer: string, clientId: string, language: string): string | null =>
  isKeycloak(issuer)
    ? `${issuer}/login-actions/reset-credentials?${new URLSearchParams({ client_id: clientId, kc_locale: language }).toString()}`
    : null
