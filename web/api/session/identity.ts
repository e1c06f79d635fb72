import {
  ErrorResponse,
  ErrorTimeout,
  InMemoryWebStorage,
  User,
  UserManager,
  WebStorageStateStore,
} from 'oidc-client-ts'
import { RefreshFailed, safeReturnUrl } from './browser-session.ts'

/** Refresh the token before a request when less than this remains. */
const refreshBelowSeconds = 30
const reachTimeoutMs = 5_000
const frameRefused = 'portal.silent-frame-refused'
const redirectedSilently = 'portal.asked-at-top'

export interface IdentityOptions {
  readonly issuer: string
  readonly clientId: string
  readonly origin: string
  /** Where the identity provider redirects back to. */
  readonly callbackPath: string
  readonly language: () => string
}

export interface SignInAnswer {
  readonly signedIn: boolean
  readonly returnTo: string
  /** The provider's error code when the sign-in failed. */
  readonly error?: string
}

export type Identity = ReturnType<typeof createIdentity>

/**
 * Sign-in with OpenID Connect: authorization code with PKCE (S256, 96-character verifier). Tokens stay in memory;
 * session storage only holds the state of a sign-in in progress.
 */
export function createIdentity({ issuer, clientId, origin, callbackPath, language }: IdentityOptions) {
  if (!globalThis.crypto?.subtle) throw new Error('Web Crypto API is not available.')
  const manager = new UserManager({
    authority: issuer,
    client_id: clientId,
    redirect_uri: origin + callbackPath,
    silent_redirect_uri: `${origin}/silent-callback.html`,
    popup_redirect_uri: `${origin}/silent-callback.html`,
    post_logout_redirect_uri: `${origin}/`,
    scope: 'openid profile email phone',
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    requestTimeoutInSeconds: 10,
    silentRequestTimeoutInSeconds: 8,
    // Decision 22 says why these are off.
    automaticSilentRenew: false,
    validateSubOnSilentRenew: false,
  })
  let user: User | null = null
  let renewing: Promise<void> | undefined
  let asked: { readonly at: number; readonly answer: Promise<User> } | undefined

  const requestOptions = (returnTo: string) => ({
    state: { returnTo: safeReturnUrl(returnTo) },
    nonce: crypto.randomUUID(),
    ui_locales: language(),
  })

  /**
   * Stored without its ID token: a sign-in in another tab changes `auth_time`, which the library takes for another
   * user.
   */
  async function storeUser(next: User) {
    user = next
    const stored = User.fromStorageString(next.toStorageString())
    delete stored.id_token
    await manager.storeUser(stored)
  }

  async function forget() {
    user = null
    await manager.removeUser()
  }

  async function signInInFrame(): Promise<User> {
    return (await manager.signinSilent({ ...requestOptions('/'), forceIframeAuth: true }))!
  }

  /** A refresh token works once, so concurrent callers share one renewal. */
  const renew = (before: User) => (renewing ??= renewOnce(before).finally(() => (renewing = undefined)))

  async function renewOnce(before: User): Promise<void> {
    const renewed = (await manager.signinSilent(requestOptions('/')))!
    if (renewed.profile.sub !== before.profile.sub) throw new ErrorResponse({ error: 'other_person' })
    renewed.id_token ??= before.id_token
    // If the user signed out meanwhile, stay signed out.
    await (user ? storeUser(renewed) : forget())
  }

  /** Throws when the provider is unreachable, before redirecting would leave the user on a browser error page. */
  async function reach(): Promise<void> {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(reachTimeoutMs) })
    if (!response.ok) throw new Error(`${address}: ${response.status}`)
  }

  /**
   * Checks for an open session at the provider in a hidden frame. Where frames are blocked or get no cookies,
   * redirects the whole page if it may, once per tab. Throws when the provider is unreachable.
   */
  async function checkSilently(returnTo: string, mayLeave = true): Promise<boolean | 'leaving'> {
    if (!sessionStorage.getItem(frameRefused)) {
      const ahead = asked
      asked = undefined
      // With the page's code, on a slow line.
      const hasCompeted = ahead !== undefined && performance.now() - ahead.at > 1_000
      try {
        await storeUser(await (ahead?.answer ?? signInInFrame()))
        return true
      } catch (error) {
        if (error instanceof ErrorTimeout) {
          // A lost connection also times out; `reach` throws then.
          await reach()
          if (hasCompeted) return checkSilently(returnTo, mayLeave)
          sessionStorage.setItem(frameRefused, '1')
        } else if (!isRefusal(error)) throw error
        else if (isSameSite(issuer, origin)) return false
      }
    }
    if (!mayLeave || sessionStorage.getItem(redirectedSilently)) return false
    sessionStorage.setItem(redirectedSilently, '1')
    await manager.signinRedirect({ ...requestOptions(returnTo), prompt: 'none', redirectMethod: 'replace' })
    return 'leaving'
  }

  return {
    issuer,
    clientId,
    reach,
    forget,
    checkSilently,

    user: () => user,

    /**
     * Redirects to the sign-in page and back to `returnTo`; `login` asks for the password again, `maxAge` only when they typed it more
     * seconds ago.
     */
    async signIn(returnTo: string, prompt?: 'login' | 'create', maxAge?: number): Promise<void> {
      await reach()
      await manager.signinRedirect({
        ...requestOptions(returnTo),
        ...(prompt && { prompt }),
        ...(maxAge !== undefined && { max_age: maxAge }),
      })
    },

    /**
     * Signs in in a window of its own, which the browser opens only upon a press. Throws when the provider is unreachable.
     * Where a provider's pages cut themselves off from their opener, the library takes the window for closed.
     */
    async signInInWindow(prompt?: 'login' | 'create'): Promise<'signed-in' | 'closed' | 'blocked'> {
      try {
        const options = { ...requestOptions('/'), ...(prompt && { prompt }) }
        await storeUser(await manager.signinPopup({ ...options, popupAbortOnClose: true }))
        sessionStorage.removeItem(redirectedSilently)
        return 'signed-in'
      } catch (error) {
        const said = error instanceof Error ? error.message : ''
        // Some providers have a button to cancel.
        if (said === 'Popup closed by user' || isRefusal(error)) return 'closed'
        if (said === 'Attempted to navigate on a disposed window') return 'blocked'
        throw error
      }
    },

    /** Redirects to end the session at the provider, and back. Tokens are removed even if that fails. */
    async signOut(redirectMethod: 'assign' | 'replace' = 'assign'): Promise<void> {
      const hint = user?.id_token
      await forget()
      await reach()
      await manager.signoutRedirect({ redirectMethod, ...(hint && { id_token_hint: hint }) })
    },

    isCallback: (url: URL) => url.pathname === callbackPath && url.searchParams.has('state'),

    /** Completes a sign-in. Throws when this tab did not start it. */
    async completeSignIn(url: string): Promise<SignInAnswer> {
      try {
        const answer = await manager.signinRedirectCallback(url)
        await storeUser(answer)
        sessionStorage.removeItem(redirectedSilently)
        return { signedIn: true, returnTo: returnToOf(answer.state) }
      } catch (error) {
        await forget()
        if (error instanceof ErrorResponse && isRefusal(error))
          return { signedIn: false, returnTo: returnToOf(error.state), error: errorCodeOf(error) }
        throw error
      }
    },

    /** Starts what `checkSilently` begins with. */
    askAhead(): void {
      if (sessionStorage.getItem(frameRefused)) return
      asked = { at: performance.now(), answer: signInInFrame() }
      asked.answer.catch(() => undefined)
    },

    /**
     * Whether the same user is still signed in at the provider; `unknown` when it does not respond. Only accepts new
     * tokens for the same user.
     */
    async recheck(): Promise<'same' | 'other' | 'none' | 'unknown'> {
      const before = user
      if (!before) return 'none'
      try {
        const usesFrame = isSameSite(issuer, origin) && !sessionStorage.getItem(frameRefused)
        if (!usesFrame) {
          await renew(before)
          return 'same'
        }
        const found = await signInInFrame()
        if (found.profile.sub !== before.profile.sub) return 'other'
        await (user ? storeUser(found) : forget())
        return 'same'
      } catch (error) {
        if (error instanceof ErrorResponse && error.error === 'other_person') return 'other'
        return isRefusal(error) ? 'none' : 'unknown'
      }
    },

    /** Refreshes a token that is about to expire; null when signed out. */
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

    metadata: () => manager.metadataService.getMetadata(),
  }
}

/** Error codes of a provider that is temporarily down. */
const transientErrors = new Set(['server_error', 'temporarily_unavailable', 'unknown_error'])

/** Whether the provider refused, even without an error code; otherwise it did not respond. */
function isRefusal(error: unknown): boolean {
  if (error instanceof ErrorResponse) return !transientErrors.has(errorCodeOf(error))
  return error instanceof Error && error.message.includes('(400)')
}

/** Keycloak reports an expired sign-in page only in the description. */
const errorCodeOf = ({ error, error_description: description }: ErrorResponse): string =>
  description === 'authentication_expired' ? description : (error ?? 'unknown')

const returnToOf = (state: unknown): string => safeReturnUrl((state as { returnTo?: unknown } | undefined)?.returnTo)

const registrable = (hostname: string) =>
  /^[\d.]+$|:/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.')

/**
 * Whether a browser treats two URLs as the same site, so that a frame gets its cookies. Compares the last two labels
 * only, which is too lenient for suffixes such as `co.uk`.
 */
export function isSameSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  return a.protocol === b.protocol && registrable(a.hostname) === registrable(b.hostname)
}

/** Keycloak's own pages are not part of OpenID discovery. */
const isKeycloak = (issuer: string) => /\/realms\/[^/]+$/.test(issuer)

/** The provider's account page (name, e-mail, password, devices); null when unknown. */
export function accountUrl(issuer: string, clientId: string, backTo: string): string | null {
  if (!isKeycloak(issuer)) return null
  return `${issuer}/account?${new URLSearchParams({ referrer: clientId, referrer_uri: backTo }).toString()}`
}

/** The provider's password reset page; null when its sign-in page links there itself. */
export const recoveryUrl = (issuer: string, clientId: string, language: string): string | null =>
  isKeycloak(issuer)
    ? `${issuer}/login-actions/reset-credentials?${new URLSearchParams({ client_id: clientId, kc_locale: language }).toString()}`
    : null
