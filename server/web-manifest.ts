import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/values.ts'
import * as m from '#words/messages.js'
import { languageOf } from './http/actor.ts'

const icons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/** The web app manifest, under the product's name. */
export function webManifest(productName: string, language: Language) {
  const say = { locale: language }
  const screenshot = (name: string, label: string) => ({
    src: `/screenshots/${name}-${language}.webp`,
    sizes: '780x1560',
    type: 'image/webp',
    form_factor: 'narrow',
    label,
  })
  const shortcut = (name: string, url: string) => ({ name, url, icons: icons.slice(0, 1) })
  return {
    id: '/',
    name: productName,
    short_name: productName,
    description: m.manifest_description({}, say),
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f4f7f9',
    theme_color: '#0b6788',
    categories: ['lifestyle', 'sports'],
    icons,
    screenshots: [
      screenshot('home', m.nav_front({}, say)),
      screenshot('registration', m.title_event_register({}, say)),
    ],
    shortcuts: [
      shortcut(m.title_tickets({}, say), '/tickets'),
      shortcut(m.manifest_events({}, say), '/events'),
      shortcut(m.title_calendar({}, say), '/my-calender'),
      shortcut(m.nav_membership({}, say), '/memberships'),
    ],
  }
}

/** Serves the manifest in the browser's language; the request has no token. */
export function addWebManifest(app: FastifyInstance, productName: string): void {
  app.get('/manifest.webmanifest', (request, reply) =>
    reply
      .headers({
        'content-type': 'application/manifest+json; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'accept-language',
      })
      .send(JSON.stringify(webManifest(productName, languageOf(request.headers['accept-language'] ?? '')))),
  )
}
