import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { AllowedOrigins } from '../origins.ts'

interface Site {
  provider: Provider
  product: string
  clientId: string
  origins: AllowedOrigins
}

type Session = NonNullable<KoaContextWithOIDC['oidc']['session']> & { readonly destroyed?: boolean }

const frame = (product: string) => `/realms/${product}/protocol/openid-connect/login-status-iframe`

/** Path of the page from which a portal's frame reads whether its session is still current. */
export const sessionStatusPath = (product: string) => `${frame(product)}.html`

/** Identifies a session without revealing it or its person. */
const stateOf = ({ uid, accountId }: Session) =>
  accountId ? createHash('sha256').update(`${uid} ${accountId}`).digest('base64url') : null

/**
 * OpenID Connect Session Management as in Keycloak: every sign-in response contains `session_state`. A cookie that is readable by the
 * provider's own page contains the same value, and that page compares the two for the framing portal.
 */
export function publishSessionStatus(app: FastifyInstance, { provider, product, clientId, origins }: Site) {
  const cookie = `${product}_session_state`
  const options = { path: `/realms/${product}/`, sameSite: 'lax', httpOnly: false, signed: false } as const

  provider.on('authorization.success', (ctx: KoaContextWithOIDC, answer?: Record<string, unknown>) => {
    const state = ctx.oidc.session && stateOf(ctx.oidc.session)
    if (answer && state) answer['session_state'] = state
  })
  provider.use(async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next()
    const session: Session | undefined = (ctx.oidc as KoaContextWithOIDC['oidc'] | undefined)?.session
    if (!session) return
    const state = session.destroyed ? null : stateOf(session)
    if (state !== (ctx.cookies.get(cookie, options) ?? null))
      ctx.cookies.set(cookie, state, { ...options, ...(state ? { maxAge: 14 * 24 * 60 * 60 * 1000 } : {}) })
  })

  const script = `addEventListener('message', ({ data, origin, source }) => {
  if (typeof data !== 'string' || !source) return
  const [client, state, ...more] = data.split(' ')
  const kept = /(?:^|; )${cookie}=([^;]+)/.exec(document.cookie)?.[1]
  const known = client === ${JSON.stringify(clientId)} && state && !more.length
  source.postMessage(!known ? 'error' : state === kept ? 'unchanged' : 'changed', origin)
})
`
  const framers = ["'self'", ...origins.portals, 'http://localhost:*', 'http://127.0.0.1:*'].join(' ')
  const policy = `default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors ${framers}`
  const always = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }

  app.get(sessionStatusPath(product), async (_request, reply) =>
    reply
      .headers({ ...always, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .send(
        `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Session status</title><script src="${frame(product)}.js"></script></head><body></body></html>`,
      ),
  )
  app.get(`${frame(product)}.js`, async (_request, reply) =>
    reply.headers({ ...always, 'content-type': 'text/javascript; charset=utf-8' }).send(script),
  )
}
