import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export interface Origins {
  /** The portal's own. */
  readonly publicUrl: string
  readonly issuer: string
  /** Where the payment window is, when it is not the portal itself. */
  readonly gatewayUrl: string
}

export interface PagePolicy extends Origins {
  readonly nonce: string
  /** Hashes of the page's inline scripts. */
  readonly scriptHashes?: readonly string[]
}

const originOf = (address: string) => new URL(address).origin

/** The policy of the web app's pages. */
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

/**
 * Lets a page talk to the sign-in window that it opens on the provider's origin (decision 22). Nothing where the default,
 * which cuts such windows off, does no harm.
 */
export const openerPolicy = ({ publicUrl, issuer }: Origins): Record<string, string> =>
  originOf(publicUrl) === originOf(issuer) ? {} : { 'cross-origin-opener-policy': 'same-origin-allow-popups' }

/** The callback page of the silent sign-in and of the sign-in window, framed by the portal itself. Runs only its inline script. */
export const silentCallbackPolicy = (html: string) =>
  policy({
    'default-src': ["'none'"],
    'script-src': inlineScripts(html).map((hash) => `'${hash}'`),
    'base-uri': ["'none'"],
    'frame-ancestors': ["'self'"],
  })

/** The service worker calls the portal and loads nothing else. */
export const serviceWorkerPolicy = policy({
  'default-src': ["'none'"],
  'connect-src': ["'self'"],
  'frame-ancestors': ["'none'"],
})

/** A page without scripts and with one inline style. */
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

/** The API reference, which uses style attributes. Its scripts are served by us, and it calls only the portal. */
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

/** Policy of everything that is not a page. */
export const dataPolicy = policy({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] })

/** Policy of downloads, which may come from strangers: nothing in them runs even if a browser displays them. */
export const filePolicy = policy({ 'default-src': ["'none'"], sandbox: [], 'frame-ancestors': ["'none'"] })

/** Hashes of inline scripts without a nonce, such as the one that sets the theme. */
export const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script(?: type="text\/javascript")?>([\s\S]*?)<\/script>/g)].map(([, script]) =>
    sourceHash(script!),
  )

/** `sha256-…` of an inline script or style. */
export const sourceHash = (source: string) => `sha256-${createHash('sha256').update(source).digest('base64')}`

export interface SecurityHeaders extends Pick<Origins, 'publicUrl'> {
  /** HSTS for subdomains, too. */
  readonly hstsSubdomains?: boolean
}

/** Default headers of every response. Routes may override them. */
export async function addSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, hstsSubdomains = false }: SecurityHeaders,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: publicUrl.startsWith('https:') && {
      maxAge: 63_072_000,
      includeSubDomains: hstsSubdomains,
    },
    xFrameOptions: { action: 'deny' },
    // No effect in current browsers.
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
