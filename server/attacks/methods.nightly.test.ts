import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { newId } from '#server/database/new-id.ts'
import { pagePatterns } from '#server/page-patterns.ts'
import { buildClub, signedIn, type Person } from '#server/testing/builders.ts'
import { calls } from '#server/testing/contract-fields.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
beforeAll(async () => {
  app = await sharedApp()
  await buildClub(app, { key: 'ROKLUB' })
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(() => app.database.sql('delete from rate_windows'))

/** The address of a path with something for each of its parameters. */
const addressOf = (path: string) =>
  app.url +
  pathOf(
    path,
    app.context.config.product.key,
    Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, name === 'orgKey' ? 'ROKLUB' : newId()]),
    ),
  )

const paths = () => {
  const ofCalls = calls.map(({ endpoint }) => endpoint.path)
  const files = [
    '/robots.txt',
    '/sitemap.xml',
    '/.well-known/security.txt',
    '/openapi.json',
    '/healthz',
    '/favicon.svg',
  ]
  return [...new Set([...ofCalls, ...pagePatterns, ...files])]
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

/** The methods declared for a path; pages and files are read. */
const declared = (path: string): string[] => {
  const fits = (other: string) =>
    new RegExp(`^${other.replaceAll('.', String.raw`\.`).replace(/\\?\{\w+\}/g, '[^/]+')}/?$`).test(path)
  const of = calls.filter(({ endpoint }) => fits(endpoint.path)).map(({ endpoint }) => endpoint)
  const ownMethods = of.flatMap(({ method, output }) =>
    method === 'GET' && output !== 'events' ? ['GET', 'HEAD'] : [method],
  )
  const isPage = of.length === 0 || pagePatterns.some(fits)
  return methods.filter((one) => ownMethods.includes(one) || (isPage && (one === 'GET' || one === 'HEAD')))
}

describe('every address that the portal has', () => {
  test('names its own methods, when it is asked and when it refuses another', async () => {
    const wrong: unknown[] = []
    for (const path of paths()) {
      const allow = [...declared(path), 'OPTIONS'].join(', ')
      const asked = await fetch(addressOf(path), { method: 'OPTIONS' })
      if (asked.status !== 204 || asked.headers.get('allow') !== allow)
        wrong.push(['OPTIONS', path, asked.status, asked.headers.get('allow'), allow])
      for (const method of [...methods, 'PATCH'].filter((one) => !declared(path).includes(one))) {
        const refused = await fetch(addressOf(path), { method, headers: { accept: 'application/json' } })
        if (refused.status !== 405 || refused.headers.get('allow') !== allow)
          wrong.push([method, path, refused.status, refused.headers.get('allow')])
      }
    }
    expect(wrong).toEqual([])
  })

  test('answers HEAD as GET, without a body', async () => {
    const wrong: unknown[] = []
    let compared = 0
    for (const path of paths().filter((one) => declared(one).includes('HEAD'))) {
      const headers = { authorization: `Bearer ${anna.token}`, 'accept-encoding': 'identity' }
      const ask = (method: string) => fetch(addressOf(path), { method, headers, redirect: 'manual' })
      const [get, head] = [await ask('GET'), await ask('HEAD')]
      const shown = ({ status, headers: its }: Response) =>
        ['content-type', 'cache-control', 'etag', 'location', 'vary']
          .map((name) => its.get(name))
          .concat(String(status))
      if (JSON.stringify(shown(get)) !== JSON.stringify(shown(head)) || (await head.text()) !== '')
        wrong.push([path, shown(get), shown(head)])
      compared++
    }
    expect(compared).toBeGreaterThan(150)
    expect(wrong).toEqual([])
  })
})

test('an unknown path takes no method', async () => {
  for (const method of ['OPTIONS', 'PATCH', 'POST', 'GET'])
    expect((await fetch(`${app.url}/nothing`, { method, headers: { accept: '*/*' } })).status).toBe(404)
})
