import { ErrorResponse, OidcClient, WebStorageStateStore, type SigninResponse } from 'oidc-client-ts'
import { safeReturnUrl } from './return-url.ts'
import { askInFrame, FrameRefused } from './silent-frame.ts'

/** A token is refreshed before a call when less than this remains. */
const refreshBelowSeconds = 30
const silentPage = '/silent-callback.html'
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
 * long). Tokens live in a variable and nowhere else; session storage holds the state of a question under way.
 */
export function createIdentity({ issuer, clientId, origin, callbackPath, language }: IdentityOptions) {
  if (!globalThis.crypto?.subtle) throw new Error('Web Crypto API is not available.')
  const client = new OidcClient({
    authority: issuer,
    client_id: clientId,
    redirect_uri: origin + callbackPath,
    post_logout_redirect_uri: `${origin}/`,
    scope: 'openid profile email phone',
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    requestTimeoutInSeconds: 10,
  })
  let tokens: SigninResponse | null = null
  let refreshing: Promise<SigninResponse> | undefined

  const question = (returnTo: string, extra: { prompt?: 'none' | 'create'; redirect_uri?: string } = {}) =>
    client.createSigninRequest({
      state: { returnTo: safeReturnUrl(returnTo) },
      nonce: crypto.randomUUID(),
      ui_locales: language(),
      ...extra,
    })

  return {
    /** The address of the identity provider's sign-in or registration, which comes back to `returnTo`. */
    signInUrl: async (returnTo: string) => (await question(returnTo)).url,
    registrationUrl: async (returnTo: string) => (await question(returnTo, { prompt: 'create' })).url,

    /** Whether this address is the identity provider's answer. */
    isCallback: (url: URL) => url.pathname === callbackPath && url.searchParams.has('state'),

    /** Takes the identity provider's answer: signed in or not, and where the person wanted to go. */
    async completeSignIn(url: string): Promise<{ signedIn: boolean; returnTo: string }> {
      try {
        tokens = await client.processSigninResponse(url)
        return { signedIn: true, returnTo: returnToOf(tokens.userState) }
      } catch (error) {
        tokens = null
        if (error instanceof ErrorResponse) return { signedIn: false, returnTo: returnToOf(error.state) }
        throw error
      }
    },

    /**
     * Asks without the person noticing whether a session is open at the identity provider, in a hidden frame. Where
     * frames are refused it answers with an address that asks by one round trip of the whole page.
     */
    async checkSilently(returnTo: string): Promise<{ signedIn: boolean } | { askAt: string }> {
      const askAt = async () => ({ askAt: (await question(returnTo, { prompt: 'none' })).url })
      if (sessionStorage.getItem(frameRefused)) return askAt()
      try {
        const { url } = await question(returnTo, { prompt: 'none', redirect_uri: origin + silentPage })
        return await this.completeSignIn(await askInFrame(url))
      } catch (error) {
        if (!(error instanceof FrameRefused)) throw error
        sessionStorage.setItem(frameRefused, '1')
        return askAt()
      }
    },

    /** A token that holds for the next call, refreshed first when it is about to end; null when nobody is signed in. */
    async accessToken(): Promise<string | null> {
      if (!tokens) return null
      const remaining = tokens.expires_in ?? Infinity
      if (remaining >= refreshBelowSeconds) return tokens.access_token
      refreshing ??= refresh(tokens).finally(() => (refreshing = undefined))
      try {
        tokens = await refreshing
        return tokens.access_token
      } catch (cause) {
        const refused = cause instanceof ErrorResponse
        if (refused) this.forget()
        if (!refused && remaining > 0) return tokens.access_token
        throw new RefreshFailed(refused, { cause })
      }
    },

    currentAccessToken: () => tokens?.access_token ?? null,

    forget() {
      tokens = null
    },

    /** The address that ends the session at the identity provider and comes back to the portal; forgets the tokens. */
    async signOutUrl() {
      const idToken = tokens?.id_token
      tokens = null
      return (await client.createSignoutRequest(idToken ? { id_token_hint: idToken } : {})).url
    },
  }

  async function refresh({ refresh_token, id_token, session_state, scope, profile }: SigninResponse) {
    if (!refresh_token) throw new ErrorResponse({ error: 'no_refresh_token' })
    const state = { refresh_token, session_state, profile, ...(id_token && { id_token }), ...(scope && { scope }) }
    const renewed = await client.useRefreshToken({ state })
    renewed.refresh_token ??= refresh_token
    return renewed
  }
}

function returnToOf(state: unknown): string {
  return safeReturnUrl((state as { returnTo?: unknown } | undefined)?.returnTo)
}
