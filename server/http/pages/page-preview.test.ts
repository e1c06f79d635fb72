import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { JSDOM } from 'jsdom'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { createTestHttp, type TestHttp } from '#server/testing/test-http.ts'
import type { Preview, PreviewOf } from './page-preview.ts'
import type { Pages } from './pages.ts'

const index = `<!doctype html>
<html lang="da"><head><meta
  name="description" content="The portal" /><!--portal-config--><title>Member portal</title>
  <style nonce="__CSP_NONCE__">a{}</style>
  <!--event-style--><style nonce="__CSP_NONCE__">.sk-event{}</style><!--/event-style--></head><body><div id="root"><!--page--><div class="sk-row"></div><!--/page--></div></body></html>`

let http: TestHttp
let preview: PreviewOf
const asked: string[] = []

beforeAll(async () => {
  http = await createTestHttp([], {
    pages: {
      index: () => index,
      patterns: ['/', '/{orgKey}/events/{id}'],
      config: { productName: 'The portal', oidcIssuer: 'https://login.example' } as Pages['config'],
      previews: [
        (path, language) => {
          asked.push(path)
          return preview(path, language)
        },
        () => Promise.resolve(null),
      ],
    },
  })
})
afterEach(() => asked.splice(0))
afterAll(() => http.close())

const saying = (text: string): Preview => ({
  language: 'da',
  title: text,
  site: text,
  description: text,
  url: 'https://portal.example/ROKLUB/events/1',
  image: {
    url: 'https://portal.example/picture?v=1',
    width: 1200,
    height: 630,
    alt: text,
    shown: { srcset: '/p?v=1 720w', sizes: '100vw' },
  },
  words: {
    above: text,
    facts: { title: 'When and where', all: [{ name: 'Where', lines: [text, text] }] },
    about: { title: 'About the event', text },
    danish: { title: false, text: true },
  },
  data: { '@type': 'Event', name: text, location: { name: text } },
})

async function open(address: string, language?: string) {
  const answer = await fetch(http.url + address, {
    headers: { accept: 'text/html', ...(language !== undefined && { 'accept-language': language }) },
  })
  const text = await answer.text()
  const { document } = new JSDOM(text).window
  const meta = (name: string) =>
    [...document.querySelectorAll(`meta[property="${name}"], meta[name="${name}"]`)].map((one) =>
      one.getAttribute('content'),
    )
  return { text, document, meta, vary: answer.headers.get('vary') }
}

test('a page has its preview once', async () => {
  preview = async () => saying('Summer regatta')
  const { document, meta } = await open('/ROKLUB/events/1?x=y')
  expect(asked).toEqual(['/ROKLUB/events/1'])
  expect([...document.querySelectorAll('title')].map((one) => one.textContent)).toEqual(['Summer regatta'])
  for (const name of ['og:title', 'og:site_name', 'og:description', 'description', 'og:image:alt'])
    expect(meta(name)).toEqual(['Summer regatta'])
  expect(meta('og:image')).toEqual(['https://portal.example/picture?v=1'])
  const image = document.querySelector('link[rel=preload][as=image]')
  expect(image?.getAttribute('imagesrcset')).toBe('/p?v=1 720w')
  expect(meta('og:url')).toEqual(['https://portal.example/ROKLUB/events/1'])
  expect(meta('twitter:card')).toEqual(['summary_large_image'])
})

test("an event's picture and words are there before the scripts, as plain HTML", async () => {
  preview = async (_, language) => {
    const said = saying('Summer regatta')
    return { ...said, language, words: { ...said.words!, about: { title: 'About', text: 'One\ntwo\n\nthree' } } }
  }
  const { document, text } = await open('/ROKLUB/events/1', 'en')
  expect(text).toContain('.sk-event{}')
  const all = (selector: string) => [...document.querySelectorAll(`#root main ${selector}`)]
  expect(all('img').map((one) => one.getAttribute('srcset'))).toEqual(['/p?v=1 720w'])
  expect(all(':is(h1, h2)').map((one) => one.textContent)).toEqual(['Summer regatta', 'When and where', 'About'])
  expect(all(':is(dt, small)').map((one) => one.textContent)).toEqual(['Where', 'Summer regatta'])
  expect(all('div[lang=da] > p').map((one) => one.textContent)).toEqual(['One\ntwo', 'three'])
  expect(document.querySelector('html')?.getAttribute('lang')).toBe('en')
  expect(document.querySelector('main')?.getAttribute('lang')).toBe('en')
  expect(document.querySelector('.sk-row')).toBeNull()
})

test('a page without words has its picture and name, and one without a picture a skeleton', async () => {
  const { words: _, ...club } = saying('The rowing club')
  preview = async () => club
  const { document, text } = await open('/ROKLUB/events/1')
  expect(text).not.toContain('.sk-event{}')
  expect(document.querySelector('.sk-hero img')?.getAttribute('srcset')).toBe('/p?v=1 720w')
  expect(document.querySelector('.sk-name')?.textContent).toBe('The rowing club')
  preview = async () => ({ ...club, image: { ...club.image!, shown: null } })
  const other = (await open('/ROKLUB/events/1')).document
  expect([other.querySelector('.sk-name'), other.querySelector('.sk-row') === null]).toEqual([null, false])
})

test.each([
  ['*', 'da'],
  ['', 'da'],
  ['da-DK,da;q=0.9,en;q=0.8', 'da'],
  ['en-GB', 'en'],
  ['de-DE', 'en'],
] as const)('a crawler that asks for %j gets the preview in %s', async (header, language) => {
  preview = async (_, said) => ({ ...saying(`In ${said}`), language: said })
  const { document, meta, vary } = await open('/ROKLUB/events/1', header)
  expect(document.title).toBe(`In ${language}`)
  expect(meta('og:locale')).toEqual([language === 'da' ? 'da_DK' : 'en_GB'])
  expect(meta('og:locale:alternate')).toEqual([language === 'da' ? 'en_GB' : 'da_DK'])
  expect(vary).toContain('accept-language')
})

test.each(Object.entries(hostileTexts))('%s stays text in the preview', async (_, text) => {
  preview = async () => saying('plain')
  const plain = await open('/ROKLUB/events/1')
  preview = async () => saying(text)
  const hostile = await open('/ROKLUB/events/1')
  const shape = ({ document }: typeof plain) =>
    [...document.querySelectorAll('*')].map((one) => [one.tagName, ...one.getAttributeNames()].join(' '))
  expect(shape(hostile)).toEqual(shape(plain))
  const shown = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  expect(hostile.document.title).toBe(shown.replace(/ +/g, ' '))
  expect(hostile.meta('og:title')).toEqual([shown])
  const data = hostile.document.querySelector('script[type="application/ld+json"]')!.textContent
  expect(JSON.parse(data)).toEqual({ '@type': 'Event', name: text, location: { name: text } })
})

test('text that looks like a placeholder of the page stays text', async () => {
  const text = "__CSP_NONCE__ <!--portal-config--> $& $' $`"
  preview = async () => saying(text)
  const { document, meta } = await open('/ROKLUB/events/1')
  expect(document.title).toBe(text)
  expect(meta('og:title')).toEqual([text])
  expect(document.querySelectorAll('#portal-config')).toHaveLength(1)
})

test.each<[string, PreviewOf]>([
  ['says nothing', async () => null],
  ['fails', () => Promise.reject(new Error('The database is away'))],
  ['never answers', () => new Promise(() => {})],
])("a page whose preview %s has the product's name", async (_, answer) => {
  preview = answer
  const { document, meta, text } = await open('/ROKLUB/events/1')
  expect(document.title).toBe('The portal')
  expect(meta('description')).toEqual(['The portal'])
  expect(text).not.toMatch(/og:|sk-event/)
})

test('no preview is looked up for an unknown address', async () => {
  preview = async () => saying('x')
  await open('/nothing/at/all')
  expect(asked).toEqual([])
})
