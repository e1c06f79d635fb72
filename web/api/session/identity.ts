import { ErrorResponse, OidcClient, WebStorageStateStore, type SigninResponse } from 'oidc-client-ts'
import { reach } from './reach-provider.ts'
import { safeReturnUrl } from './return-url.ts'
import { isSameSite } from './same-site.ts'
import { askInFrame, FrameRefused } from './silent-frame.ts'

/** A token is refreshed before a call when less than this remains. */
const refreshBelowSeconds = 30
const silentPage = '/silent-callback.html'
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

  type Prompt = 'none' | 'login' | 'create'
  const question = (returnTo: string, extra: { prompt?: Prompt; redirect_uri?: string } = {}) =>
    client.createSigninRequest({
      state: { returnTo: safeReturnUrl(returnTo) },
      nonce: crypto.randomUUID(),
      ui_locales: language(),
      ...extra,
    })
  const askHere = async (): Promise<SigninResponse> => {
    const { url } = await question('/', { prompt: 'none', redirect_uri: origin + silentPage })
    return client.processSigninResponse(await askInFrame(url))
  }

  return {
    issuer,
    clientId,

    /** The address of the identity provider's sign-in, which comes back to `returnTo`; `anew` asks for the password again. */
    signInUrl: async (returnTo: string, { anew = false } = {}) =>
      (await question(returnTo, anew ? { prompt: 'login' } : {})).url,
    registrationUrl: async (returnTo: string) => (await question(returnTo, { prompt: 'create' })).url,

    /** Whether this address is the identity provider's answer. */
    isCallback: (url: URL) => url.pathname === callbackPath && url.searchParams.has('state'),

    /** Takes the identity provider's answer. Throws when it answers no question of this tab. */
    async completeSignIn(url: string): Promise<SignInAnswer> {
      try {
        tokens = await client.processSigninResponse(url)
        sessionStorage.removeItem(askedAtTop)
        return { signedIn: true, returnTo: returnToOf(tokens.userState) }
      } catch (error) {
        tokens = null
        if (error instanceof ErrorResponse && isRefusal(error))
          return { signedIn: false, returnTo: returnToOf(error.state), error: nameOf(error) }
        throw error
      }
    },

    /**
     * Asks without the person noticing whether a session is open at the identity provider, in a hidden frame. Where
     * frames are refused, or get no cookies because the provider is another site, it answers with an address that asks by
     * one round trip of the whole page: once in this tab, until somebody is signed in. Throws when it cannot be reached.
     */
    async checkSilently(returnTo: string): Promise<{ signedIn: boolean } | { askAt: string }> {
      if (!sessionStorage.getItem(frameRefused)) {
        try {
          tokens = await askHere()
          return { signedIn: true }
        } catch (error) {
          if (error instanceof FrameRefused) {
            // A network that went away in the meantime looks the same.
            await reach({ issuer })
            sessionStorage.setItem(frameRefused, '1')
          } else if (!isRefusal(error)) throw error
          else if (isSameSite(issuer, origin)) return { signedIn: false }
        }
      }
      if (sessionStorage.getItem(askedAtTop)) return { signedIn: false }
      sessionStorage.setItem(askedAtTop, '1')
      return { askAt: (await question(returnTo, { prompt: 'none' })).url }
    },

    /**
     * Whether the person signed in here is still the one signed in at the identity provider; `unknown` when it does not
     * answer. New tokens are taken for the same person only.
     */
    async recheck(): Promise<'same' | 'other' | 'none' | 'unknown'> {
      if (!tokens) return 'none'
      try {
        const { sub } = tokens.profile
        const framed = isSameSite(issuer, origin) && !sessionStorage.getItem(frameRefused)
        const answer = framed ? await askHere() : await refresh(tokens)
        if (answer.profile.sub !== sub) return 'other'
        // Who signed out meanwhile stays signed out.
        if (tokens) tokens = answer
        return 'same'
      } catch (error) {
        return isRefusal(error) ? 'none' : 'unknown'
      }
    },

    /** A token that holds for the next call, refreshed first when it is about to end; null when nobody is signed in. */
    async accessToken(): Promise<string | null> {
      if (!tokens) return null
      const remaining = tokens.expires_in ?? Infinity
      if (remaining >= refreshBelowSeconds) return tokens.access_token
      const old = tokens
      refreshing ??= refresh(old).finally(() => (refreshing = undefined))
      try {
        const renewed = await refreshing
        if (tokens === old) tokens = renewed
        return tokens?.access_token ?? null
      } catch (cause) {
        const refused = isRefusal(cause)
        if (refused) this.forget()
        if (!refused && remaining > 0) return old.access_token
        throw new RefreshFailed(refused, { cause })
      }
    },

    currentAccessToken: () => tokens?.access_token ?? null,

    /** What the ID token says of the person. */
    profile: () => tokens?.profile ?? null,

    /** Names the session at the identity provider, for its page that tells whether it has changed. */
    sessionState: () => tokens?.session_state ?? null,

    /** Where the identity provider has what. */
    metadata: () => client.metadataService.getMetadata(),

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

  // Without the old ID token: signing in anew in another tab moves the time of the sign-in, and is no other person.
  async function refresh({ refresh_token, id_token, session_state, scope, profile }: SigninResponse) {
    if (!refresh_token) throw new ErrorResponse({ error: 'no_refresh_token' })
    const renewed = await client.useRefreshToken({
      state: { refresh_token, session_state, profile, ...(scope && { scope }) },
    })
    if (renewed.profile.sub !== profile.sub) throw new ErrorResponse({ error: 'other_person' })
    renewed.refresh_token ??= refresh_token
    if (id_token) renewed.id_token ??= id_token
    return renewed
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

function returnToOf(state: unknown): string {
  return safeReturnUrl((state as { returnTo?: unknown } | undefined)?.returnTo)
}
