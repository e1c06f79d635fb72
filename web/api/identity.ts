import { ErrorResponse, ErrorTimeout, InMemoryWebStorage, UserManager, WebStorageStateStore, type User } from 'oidc-client-ts'
import { safeReturnUrl } from './return-url.ts'

/** A token is refreshed before a call when less than this remains. */
const refreshBelowSeconds = 30
const silentFrame = '/silent-callback.html'
const frameRefused = 'portal.silent-frame-refused'

export interface IdentityOptions {
  readonly issuer: string
  readonly clientId: string
  readonly origin: string
  /** Where the identity provider sends the browser back to. */
  readonly callbackPath: string
  readonly language: () => string
}

export class RefreshFailed extends Error {
  /** The identity provider refused the refresh token, so the session is over; otherwise it did not answer. */
  readonly refused: boolean

  constructor(refused: boolean, options?: ErrorOptions) {
    super('Failed to refresh token', options)
    this.refused = refused
  }
}

export type Identity = ReturnType<typeof createIdentity>

/**
 * Sign-in with an OpenID Connect provider: authorization code with PKCE (S256; the library's verifier is 96 characters
 * long). Tokens live in memory only; session storage holds the state of a redirect under way.
 */
export function createIdentity({ issuer, clientId, origin, callbackPath, language }: IdentityOptions) {
  const manager = new UserManager({
    authority: issuer,
    client_id: clientId,
    redirect_uri: origin + callbackPath,
    silent_redirect_uri: origin + silentFrame,
    post_logout_redirect_uri: `${origin}/`,
    scope: 'openid profile email phone',
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: false,
    monitorSession: false,
    requestTimeoutInSeconds: 10,
    silentRequestTimeoutInSeconds: 5,
  })
  let user: User | null = null
  let refreshing: Promise<User> | undefined

  const start = (returnTo: string, prompt?: 'none' | 'create') =>
    manager.signinRedirect({
      state: { returnTo: safeReturnUrl(returnTo) },
      nonce: crypto.randomUUID(),
      ui_locales: language(),
      ...(prompt && { prompt }),
    })

  return {
    /** Sends the browser to the identity provider's sign-in or registration; comes back to `returnTo`. */
    signIn: (returnTo: string) => start(returnTo),
    register: (returnTo: string) => start(returnTo, 'create'),

    /** Whether this address is the identity provider's answer. */
    isCallback: (url: URL) => url.pathname === callbackPath && url.searchParams.has('state'),

    /** Takes the identity provider's answer: signed in or not, and where the person wanted to go. */
    async completeSignIn(url: URL): Promise<{ signedIn: boolean; returnTo: string }> {
      try {
        user = await manager.signinRedirectCallback(url.href)
        return { signedIn: true, returnTo: returnToOf(user.state) }
      } catch (error) {
        await manager.removeUser()
        if (error instanceof ErrorResponse) return { signedIn: false, returnTo: returnToOf(error.state) }
        throw error
      }
    },

    /**
     * Asks without the person noticing whether a session is open at the identity provider: in a hidden frame, or, when
     * a frame is refused, by one round trip of the whole page (the promise then never settles).
     */
    async checkSilently(returnTo: string): Promise<boolean> {
      const inWholePage = async () => {
        await start(returnTo, 'none')
        return new Promise<never>(() => {})
      }
      if (sessionStorage.getItem(frameRefused)) return inWholePage()
      try {
        user = await manager.signinSilent({ nonce: crypto.randomUUID() })
        return user !== null
      } catch (error) {
        if (error instanceof ErrorResponse) return false
        if (!(error instanceof ErrorTimeout)) throw error
        sessionStorage.setItem(frameRefused, '1')
        return inWholePage()
      }
    },

    /** A token that holds for the next call, refreshed first when it is about to end; null when nobody is signed in. */
    async accessToken(): Promise<string | null> {
      if (!user) return null
      const remaining = user.expires_in ?? Infinity
      if (remaining >= refreshBelowSeconds) return user.access_token
      refreshing ??= refresh().finally(() => (refreshing = undefined))
      try {
        user = await refreshing
      } catch (cause) {
        const refused = cause instanceof ErrorResponse
        if (!refused && remaining > 0) return user.access_token
        if (refused) await this.forget()
        throw new RefreshFailed(refused, { cause })
      }
      return user.access_token
    },

    currentAccessToken: () => user?.access_token ?? null,

    async forget() {
      user = null
      await manager.removeUser()
    },

    /** Ends the session here and at the identity provider, and comes back to the portal. */
    async signOut() {
      const idToken = user?.id_token
      user = null
      await manager.signoutRedirect(idToken ? { id_token_hint: idToken } : {})
    },
  }

  async function refresh(): Promise<User> {
    const renewed = await manager.signinSilent()
    if (!renewed) throw new Error('No user came back')
    return renewed
  }
}

function returnToOf(state: unknown): string {
  return safeReturnUrl((state as { returnTo?: unknown } | undefined)?.returnTo)
}
