import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export interface Origins {
  /** The portal's own. */
  readonly publicUrl: string
  readonly issuer: string
  /** Where the payment window lives, when it is not the portal itself. */
  readonly gatewayUrl: string
}

export interface PagePolicy extends Origins {
  readonly nonce: string
  /** Sources of the scripts that stand in the page itself. */
  readonly scriptHashes?: readonly string[]
}

const originOf = (address: string) => new URL(address).origin

/** Policy of a page with scripts: what it may load, call, frame and post to. */
export function pagePolicy({ publicUrl, issuer, gatewayUrl, nonce, scriptHashes = [] }: PagePolicy): string {
  const own = originOf(publicUrl)
  const others = (...addresses: string[]) => [...new Set(addresses.map(originOf))].filter((origin) => origin !== own)
  return policy({
    'default-src': ["'none'"],
    'script-src': ["'self'", `'nonce-${nonce}'`, ...scriptHashes.map((hash) => `'${hash}'`)],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...others(issuer)],
    'frame-src': ["'self'", ...others(issuer)],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'", ...others(issuer, gatewayUrl)],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    ...(own.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
  })
}

/** The silent sign-in answer is a page that the portal frames itself; it runs the one script that stands in it. */
export const silentCallbackPolicy = (html: string) =>
  policy({
    'default-src': ["'none'"],
    'script-src': inlineScripts(html).map((hash) => `'${hash}'`),
    'base-uri': ["'none'"],
    'frame-ancestors': ["'self'"],
  })

/** The service worker asks the portal on behalf of its pages, and loads nothing else. */
export const serviceWorkerPolicy = policy({
  'default-src': ["'none'"],
  'connect-src': ["'self'"],
  'frame-ancestors': ["'none'"],
})

/** A page without scripts whose one style stands in it. */
export const styledPagePolicy = (style: string) =>
  policy({
    'default-src': ["'none'"],
    'style-src': [`'${sourceHash(style)}'`],
    'font-src': ["'self'"],
    'img-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  })

/** The API reference styles its elements by attributes; its scripts are ours to serve, and it asks nobody but the portal. */
export const apiReferencePolicy = (html: string) =>
  policy({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineScripts(html).map((hash) => `'${hash}'`)],
    'style-src': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  })

/** Policy of everything that is no page. */
export const dataPolicy = policy({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] })

/** Policy of files, which others may have made: a browser that shows one all the same runs nothing in it. */
export const filePolicy = policy({ 'default-src': ["'none'"], sandbox: [], 'frame-ancestors': ["'none'"] })

/** Hashes of the scripts that stand in a page without nonce or source, such as the one that sets the theme. */
export const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script(?: type="text\/javascript")?>([\s\S]*?)<\/script>/g)].map(([, script]) =>
    sourceHash(script!),
  )

/** `sha256-…` of a script or style that stands in a page. */
export const sourceHash = (source: string) => `sha256-${createHash('sha256').update(source).digest('base64')}`

/** Where browsers are told to insist on https. */
export interface Insistence extends Pick<Origins, 'publicUrl'> {
  /** Below the portal's name, too, where others may still live without it. */
  readonly hstsSubdomains?: boolean
}

/** On every answer: what keeps browsers from guessing, leaking and caching. Routes may set others. */
export async function addSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, hstsSubdomains = false }: Insistence,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: publicUrl.startsWith('https:') && {
      maxAge: 63_072_000,
      includeSubDomains: hstsSubdomains,
    },
    xFrameOptions: { action: 'deny' },
    // What they ask for, no browser of today does otherwise.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': dataPolicy,
      'permissions-policy':
        'accelerometer=(), camera=(self), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
      'cache-control': 'no-store',
    })
  })
}

function policy(directives: Record<string, string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}
