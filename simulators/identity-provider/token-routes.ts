import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose'
import type Provider from 'oidc-provider'
import type { Store } from '../store.ts'
import { personClaims } from './claims.ts'
import { protocol } from './provider.ts'
import { sessionLives } from './stored-model.ts'
import type { Users } from './users.ts'

interface Site {
  provider: Provider
  publicKeys: JSONWebKeySet
  users: Users
  store: Store
  product: string
  clientId: string
}

/**
 * User info and introspection for signed access tokens, which the provider does not store.
 * @returns the user and session of a request's token
 */
export function tokenRoutes(app: FastifyInstance, { provider, publicKeys, users, store, product, clientId }: Site) {
  const base = `/realms/${product}${protocol}`
  const keys = createLocalJWKSet(publicKeys)

  const live = async (token: string): Promise<JWTPayload | undefined> => {
    try {
      const expected = { issuer: provider.issuer, audience: 'account', algorithms: ['RS256'] }
      const { payload } = await jwtVerify(token, keys, expected)
      return sessionLives(store, clientId, payload['sid']) ? payload : undefined
    } catch {
      return undefined
    }
  }

  const bearerOf = async (request: FastifyRequest) => {
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
    const payload = scheme?.toLowerCase() === 'bearer' ? await live(token) : undefined
    const user = payload && users.bySub(payload.sub ?? '')
    return user && { user, sid: payload['sid'] }
  }

  app.route({
    method: ['GET', 'POST'],
    url: `${base}/userinfo`,
    handler: async (request, reply) => {
      const bearer = await bearerOf(request)
      reply.header('cache-control', 'no-store')
      if (bearer) return { ...personClaims(bearer.user), sid: bearer.sid }
      reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"')
      return { error: 'invalid_token', error_description: 'invalid token provided' }
    },
  })

  app.post(`${base}/token/introspect`, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { token } = (request.body ?? {}) as { token?: string }
    if (!token)
      return reply
        .code(400)
        .send({ error: 'invalid_request', error_description: 'missing required parameter(s) token' })
    const payload = await live(token)
    if (payload) return { active: true, token_type: 'Bearer', ...payload }
    const refresh = await provider.RefreshToken.find(token)
    if (!refresh?.isValid) return { active: false }
    const { accountId: sub, exp, iat, jti } = refresh
    return { active: true, typ: 'Refresh', iss: provider.issuer, client_id: refresh.clientId, sub, exp, iat, jti }
  })

  return bearerOf
}
