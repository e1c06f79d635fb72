import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as m from '#words/messages.js'
import type { Language } from '#contract/values.ts'
import type { Config } from './config.ts'
import type { Db } from './database/db.ts'
import { selectPublicEventPaths } from './domains/events/index.ts'
import { selectOpenOrganisationNames } from './domains/organisations/index.ts'
import { addDays } from './database/clock.ts'
import { countCall } from './http/limits/rate.ts'
import { escaped, type Preview, type PreviewOf } from './http/pages/page-preview.ts'
import { forEverybody } from './http/send-answer.ts'
import { ttlCache } from './http/ttl-cache.ts'

interface Services {
  readonly db: Db
  readonly publicUrl: string
  readonly productName: string
  readonly config: Pick<Config, 'product' | 'securityContact' | 'mail'>
}

/** Previews of the front page and of the lists of events and clubs. */
export function frontPreviews({ publicUrl, productName }: Services): PreviewOf {
  const page = (language: Language, path: string, title: string, description: string, type: string): Preview => {
    const url = publicUrl + path
    const data = { '@context': 'https://schema.org', '@type': type, name: title, description, url }
    const image = { url: `${publicUrl}/icon-512.png`, width: 512, height: 512, alt: productName, shown: null }
    return { language, title, site: productName, description, url, image, data }
  }
  return async (path, language) => {
    const say = { locale: language }
    if (path === '/') return page(language, '/', productName, m.front_description({}, say), 'WebSite')
    if (/^\/events\/?$/.test(path)) {
      const title = `${m.front_events({}, say)} · ${productName}`
      return page(language, '/events', title, m.front_events_description({}, say), 'CollectionPage')
    }
    if (!/^\/organizations\/?$/.test(path)) return null
    const title = `${m.front_clubs({}, say)} · ${productName}`
    return page(language, '/organizations', title, m.front_clubs_description({}, say), 'CollectionPage')
  }
}

/** As many addresses as one sitemap may list. */
const MOST = 50_000
const SECONDS = 60

/** Endings of the addresses of public pages: nothing, or parameters of a campaign or another site. */
const endings = ['$', '?utm_', '?fbclid=', '?gclid=']
const openPages = ['/', '/events', '/*/events', '/organizations', '/organizations-*-details', '/*/events/*']

/** Rules with the longest address count first: what is below an event is longer than the event. */
const robotsOf = (publicUrl: string, productKey: string) =>
  [
    'User-agent: *',
    ...openPages.flatMap((page) => endings.map((ending) => `Allow: ${page}${ending}`)),
    ...['', ...endings].map((ending) => `Disallow: /*/events/*/*${ending}`),
    // Parts of those pages.
    'Allow: /assets/',
    'Allow: /fonts/',
    'Allow: /favicon',
    'Allow: /icon-',
    'Allow: /manifest.webmanifest',
    `Allow: /${productKey}-org-api/api/v1/public/`,
    `Allow: /${productKey}-event-api/api/v1/public/`,
    'Disallow: /',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')

/** The contact for vulnerabilities (RFC 9116). */
const securityText = ({ publicUrl, config: { securityContact, mail } }: Services) =>
  [
    `Contact: ${securityContact ?? `mailto:${/<([^<>]+)>/.exec(mail.from)?.[1] ?? mail.from}`}`,
    // It has to have an end, within a year; the day alone, so that it is the same all day.
    `Expires: ${addDays(new Date().toISOString().slice(0, 10), 180)}T00:00:00.000Z`,
    'Preferred-Languages: da, en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')

/**
 * `robots.txt` and `sitemap.xml`: the pages that are open to everybody; and `security.txt`. Every address begins with the portal's own,
 * whatever host was asked for.
 */
export function addSitemap(app: FastifyInstance, services: Services): void {
  const { db, publicUrl, config } = services
  const robots = robotsOf(publicUrl, config.product.key)
  app.get('/robots.txt', (request, reply) => sendText(request, reply, 'text/plain', robots))

  app.get('/.well-known/security.txt', (request, reply) =>
    sendText(request, reply, 'text/plain', securityText(services)),
  )

  const read = ttlCache(async () => sitemap(publicUrl, await addresses(db)), { seconds: SECONDS, most: 1 })
  app.get('/sitemap.xml', async (request, reply) => {
    await countCall(db, '/sitemap.xml', { calls: 60 }, { ip: request.ip, identity: null })
    return sendText(request, reply, 'application/xml', (await read('all'))!)
  })
}

async function addresses(db: Db): Promise<string[]> {
  const clubs = (await selectOpenOrganisationNames(db)).map(({ id }) => `/organizations-${id}-details`)
  const open = ['/', '/events', '/organizations', ...clubs].slice(0, MOST)
  return [...open, ...(await selectPublicEventPaths(db, MOST - open.length))]
}

const sitemap = (publicUrl: string, paths: readonly string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${escaped(publicUrl + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

function sendText(request: FastifyRequest, reply: FastifyReply, type: string, text: string): FastifyReply {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  reply.headers({ etag, ...forEverybody })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type(`${type}; charset=utf-8`).send(text)
}
