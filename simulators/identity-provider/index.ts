import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { delay, faultRoutes, loseAnswer, openFaults, type Faults } from '../faults.ts'
import type { AllowedOrigins } from '../origins.ts'
import { openStore } from '../store.ts'
import { accountPage } from './account-page.ts'
import { createProvider, protocol } from './provider.ts'
import { recoveryPage } from './recovery-page.ts'
import { schema } from './schema.ts'
import { keptSecrets } from './secrets.ts'
import { publishSessionStatus } from './session-status.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { ageSignIns, removeExpired } from './stored-model.ts'
import { tokenRoutes } from './token-routes.ts'
import { openUsers } from './users.ts'

export interface IdentityProviderOptions {
  dataDir: string
  url: string
  product: string
  productName: string
  clientId: string
  origins: AllowedOrigins
  accessTokenSeconds: number
  log: (line: string) => void
}

/** An OpenID Connect provider in Keycloak's URL shape under `/realms/{product}`. */
export async function addIdentityProvider(app: FastifyInstance, options: IdentityProviderOptions) {
  const { product, origins } = options
  const realm = `/realms/${product}`
  const issuer = options.url + realm
  const store = openStore(options.dataDir, 'identity-provider', schema)
  const users = await openUsers(store)
  const provider = createProvider({ ...options, issuer, store, users })
  const { kty, n, e, alg, use, kid } = keptSecrets(store).signingKey as Record<string, string>
  const site = {
    ...options,
    provider,
    users,
    store,
    publicKeys: { keys: [{ kty: kty!, n: n!, e: e!, alg: alg!, use: use!, kid: kid! }] },
  }

  const faults = openFaults(store)
  const held = new Set<FastifyReply>()
  faultRoutes(app, faults, '/simulators/identity-provider')
  app.post('/simulators/identity-provider/age-sign-ins', async (request, reply) => {
    ageSignIns(store, Number((request.body as { minutes?: unknown } | null)?.minutes ?? 0))
    return reply.code(204).send()
  })

  removeExpired(store)
  const cleaning = setInterval(() => removeExpired(store), 60 * 60 * 1000).unref()

  await app.register(async (realmApp) => {
    realmApp.addHook('onRequest', async (request, reply) => allowPortal(request, reply, origins))
    realmApp.addHook('onRequest', async (request, reply) => applyFault(faults, held, request, reply))
    signInRoutes(realmApp, site)
    const bearerOf = tokenRoutes(realmApp, site)
    accountPage(realmApp, { ...site, bearerOf })
    recoveryPage(realmApp, site)
    publishSessionStatus(realmApp, site)
    // Keycloak's own address for registration.
    realmApp.get(`${realm}${protocol}/registrations`, async (request, reply) => {
      const query = new URLSearchParams(request.raw.url!.split('?')[1])
      query.set('prompt', 'create')
      return reply.redirect(`${realm}${protocol}/auth?${query.toString()}`, 303)
    })
    realmApp.options(`${realm}/*`, async (_request, reply) => reply.code(204).send())

    await realmApp.register(async (rest) => {
      rest.removeAllContentTypeParsers()
      // The provider reads the body itself.
      rest.addContentTypeParser('*', (_request, _payload, done) => done(null))
      const answer = provider.callback()
      rest.route({
        method: ['GET', 'POST'],
        url: `${realm}/*`,
        handler: (request, reply) => {
          reply.hijack()
          for (const [name, value] of Object.entries(reply.getHeaders()))
            if (value !== undefined) reply.raw.setHeader(name, value)
          const raw = request.raw as IncomingMessage & { originalUrl?: string }
          const { host, protocol: scheme } = new URL(issuer)
          // Discovery contains the issuer's own addresses, whatever host name was requested.
          if (raw.url!.includes('/.well-known/')) raw.headers.host = host
          raw.headers['x-forwarded-proto'] = scheme.slice(0, -1)
          delete raw.headers['x-forwarded-host']
          raw.originalUrl = raw.url!
          raw.url = raw.url!.slice(realm.length)
          void answer(raw, reply.raw)
        },
      })
    })
  })

  return {
    issuer,
    stop() {
      clearInterval(cleaning)
      for (const reply of held) reply.raw.destroy()
      store.close()
    },
  }
}

/** Faults of `openid-configuration`, `certs`, `auth`, `token` and so on, by the last part of the path; `before` only. */
async function applyFault(faults: Faults, held: Set<FastifyReply>, request: FastifyRequest, reply: FastifyReply) {
  const endpoint = request.url.split('?', 1)[0]!.split('/').at(-1)
  const fault = faults.strike(endpoint, 'before')
  if (!fault) return
  if (fault.drop) return loseAnswer(reply, held, fault.delayMs)
  await delay(fault.delayMs)
  if (fault.status !== null) await reply.code(fault.status).send({ error: 'temporarily_unavailable' })
}

/** CORS for the portal's origins on all paths of the realm. */
function allowPortal(request: FastifyRequest, reply: FastifyReply, origins: AllowedOrigins) {
  const { origin } = request.headers
  reply.header('vary', 'Origin')
  if (!origin || !origins.allowsOrigin(origin)) return
  reply.header('access-control-allow-origin', origin)
  if (request.method !== 'OPTIONS') return
  const asked = request.headers['access-control-request-headers']
  reply.headers({ 'access-control-allow-methods': 'GET, POST', 'access-control-max-age': '600' })
  if (asked) reply.header('access-control-allow-headers', asked)
}
