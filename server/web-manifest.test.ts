import fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { pagePatterns } from './page-patterns.ts'
import { addWebManifest, webManifest } from './web-manifest.ts'

const app = fastify()
addWebManifest(app, 'Roskilde </script> & Co')
afterAll(() => app.close())

test.each([
  ['da-DK, en;q=0.5', 'da', 'Mine billetter'],
  ['en-GB', 'en', 'My Tickets'],
  ['de', 'en', 'My Tickets'],
])('a browser with %s reads it in %s', async (language, lang, tickets) => {
  const answer = await app.inject({ url: '/manifest.webmanifest', headers: { 'accept-language': language } })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    vary: 'accept-language',
  })
  const manifest = answer.json<ReturnType<typeof webManifest>>()
  expect(manifest).toMatchObject({ name: 'Roskilde </script> & Co', lang, start_url: '/', display: 'standalone' })
  expect(manifest.shortcuts[0]!.name).toBe(tickets)
})

test('every shortcut leads to a page of the portal', () => {
  const leads = webManifest('Klubportal', 'en').shortcuts.map(({ url }) => url)
  expect(leads).toHaveLength(4)
  expect(pagePatterns).toEqual(expect.arrayContaining(leads))
})

test.each(['da', 'en'] as const)('the screenshots in %s are as large as it says', async (language) => {
  for (const { src, sizes } of webManifest('Klubportal', language).screenshots) {
    const { width, height } = await sharp(`web/public${src}`).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
})
