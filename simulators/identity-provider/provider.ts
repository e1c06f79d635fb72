import Provider, { interactionPolicy, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import type { AllowedOrigins } from '../origins.ts'
import type { Store } from '../store.ts'
import { accessClaims, personClaims } from './claims.ts'
import { keptSecrets } from './secrets.ts'
import { sessionStatusPath } from './session-status.ts'
import { signOutPages } from './sign-out.ts'
import { storedModel } from './stored-model.ts'
import type { Users } from './users.ts'
import { refusalPage } from './refusal.ts'

export const protocol = '/protocol/openid-connect'
const day = 24 * 60 * 60
const api = 'urn:portal:api'
const scopes = ['openid', 'profile', 'email', 'phone', 'offline_access']

export interface ProviderOptions {
  issuer: string
  product: string
  productName: string
  clientId: string
  origins: AllowedOrigins
  store: Store
  users: Users
  accessTokenSeconds: number
  log: (line: string) => void
}

/** The OpenID Connect provider, without its pages and Keycloak's extensions. */
export function createProvider(options: ProviderOptions): Provider {
  const { issuer, product, clientId, origins, store, users } = options
  const { signingKey, cookieKeys } = keptSecrets(store)
  const home = `${origins.portals[0] ?? new URL(issuer).origin}/`

  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'create', requestable: true }), 0)
  // The portal is a first-party client: consent is granted without asking.
  policy.remove('consent')
  policy.add(new interactionPolicy.Prompt({ name: 'consent', requestable: true }))

  const cookie = { path: '/', sameSite: 'lax', httpOnly: true } as const
  const configuration: Configuration = {
    adapter: (model: string) => storedModel(store, model),
    jwks: { keys: [signingKey] },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [home],
        post_logout_redirect_uris: [home],
      },
    ],
    routes: {
      authorization: `${protocol}/auth`,
      token: `${protocol}/token`,
      userinfo: `${protocol}/userinfo`,
      end_session: `${protocol}/logout`,
      jwks: `${protocol}/certs`,
      introspection: `${protocol}/token/introspect`,
      revocation: `${protocol}/revoke`,
    },
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      introspection: { enabled: true },
      // Holding a refresh token is enough to revoke it.
      revocation: { enabled: true, allowedPolicy: async () => true },
      rpInitiatedLogout: { enabled: true, ...signOutPages(options) },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => api,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: scopes.join(' '),
          audience: 'account',
          accessTokenTTL: options.accessTokenSeconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    responseTypes: ['code'],
    discovery: { check_session_iframe: new URL(sessionStatusPath(product), issuer).href },
    scopes,
    // Like Keycloak's default client scopes: every sign-in includes name and e-mail address.
    claims: { openid: Object.keys(personClaims({ ...example, phoneNumber: '1' })) },
    conformIdTokenClaims: false,
    extraTokenClaims: (ctx, token) => {
      if (!('accountId' in token)) return undefined
      const user = users.bySub(token.accountId)
      const { AuthorizationCode: code, RefreshToken: refresh } = ctx.oidc.entities
      const { sid } = token as { sid?: string }
      const { authTime } = code ?? refresh ?? {}
      return user && accessClaims(user, product, { clientId: token.clientId, sid, authTime })
    },
    findAccount: (_ctx, sub) => {
      const user = users.bySub(sub)
      return user && { accountId: sub, claims: async () => personClaims(user) }
    },
    loadExistingGrant: (ctx) => grantFor(ctx),
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: async () => true,
    pkce: { required: () => true },
    clientBasedCORS: (_ctx, origin) => origins.allowsOrigin(origin),
    interactions: {
      policy,
      url: (_ctx, interaction) =>
        `/realms/${product}/login-actions/${interaction.uid}${interaction.prompt.name === 'create' ? '/registration' : ''}`,
    },
    renderError: (ctx, out) => refusalPage(ctx, out, options),
    cookies: {
      keys: cookieKeys,
      // The cookie is limited to the interaction's path, so that two tabs can sign in at once.
      names: { session: `${product}_session`, interaction: `${product}_interaction`, resume: `${product}_resume` },
      long: cookie,
      short: { sameSite: 'lax', httpOnly: true },
    },
    ttl: {
      AccessToken: options.accessTokenSeconds,
      Session: 14 * day,
      Grant: 14 * day,
      RefreshToken: day,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 3600,
    },
  }

  const provider = new Provider(issuer, configuration)
  provider.proxy = true
  const client = provider.Client.prototype as unknown as Record<string, unknown>
  // Like Keycloak: any page of the portal is a valid redirect, and every token contains the session's id.
  client['redirectUriAllowed'] = (uri: string) => origins.allowsUrl(uri)
  client['postLogoutRedirectUriAllowed'] = (uri: string) => origins.allowsUrl(uri)
  client['includeSid'] = () => true
  provider.on('server_error', (_ctx, error) => options.log(`identity provider: ${error.stack ?? error.message}`))
  return provider
}

async function grantFor(ctx: KoaContextWithOIDC) {
  const { client, session, provider, result } = ctx.oidc
  const known = result?.consent?.grantId ?? session!.grantIdFor(client!.clientId)
  const existing = known ? await provider.Grant.find(known) : undefined
  if (existing && existing.accountId === session!.accountId) return existing
  const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! })
  grant.addOIDCScope(scopes.join(' '))
  grant.addResourceScope(api, scopes.join(' '))
  await grant.save()
  return grant
}

const example = { sub: '', email: '', givenName: '', familyName: '', emailVerified: true, roles: [] }
