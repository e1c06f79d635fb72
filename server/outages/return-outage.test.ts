import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildClub, signedIn, type Club, type Person } from '../testing/builders.ts'
import { openWindow, payInWindow, prepare, stateOf, visit } from '../testing/purchase.ts'
import { startTcpProxy, type TcpProxy } from '../testing/outside/tcp-proxy.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let proxy: TcpProxy
let club: Club
let anna: Person
beforeAll(async () => {
  const through = async (url: string) => {
    proxy = await startTcpProxy({ port: Number(new URL(url).port) })
    return proxy.through(url)
  }
  app = await createTestApp({}, { through })
  club = await buildClub(app)
  anna = await signedIn(app, 'anna@example.com')
})
afterEach(() => proxy.forward())
afterAll(async () => {
  await app.close()
  await proxy.close()
})

const back = (address: string, language: string) =>
  fetch(address, { redirect: 'manual', headers: { accept: 'text/html', 'accept-language': language } })

test('a return from the bank while the database is down gets a page that reloads, and loses nothing', async () => {
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
  const address = (await payInWindow(await openWindow(app, anna, club.season, token), '0000'))!
  expect(address).toContain('authorizationIdentifier')
  await proxy.refuse()

  for (const [language, lang, title] of [
    ['da-DK,en;q=0.5', 'da', 'Et øjeblik'],
    ['en-GB', 'en', 'One moment'],
  ] as const) {
    const response = await back(address, language)
    const page = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(page).toContain(`<html lang="${lang}">`)
    expect(page).toContain(`<h1>${title}</h1>`)
    // Without an address it is the same one, with all that the bank wrote into it.
    expect(page).toMatch(/<meta http-equiv="refresh" content="\d+">/)
    expect(page).not.toContain('"code"')
  }

  await proxy.forward()
  await expect
    .poll(() => visit(address).catch(() => ''), { interval: 50 })
    .toContain(`/membership/confirm?izytoken=${token}`)
  await expect.poll(async () => (await stateOf(app, anna, token)).status).toBe('paid')
})

test('so does every return address under /ui', async () => {
  await proxy.refuse()
  const event = '0199a3c4-0000-7000-8000-000000000003'
  for (const path of [
    'membership/confirm',
    'membership/decline',
    `ROKLUB/events/${event}/confirm`,
    `ROKLUB/events/${event}/decline`,
  ]) {
    const response = await back(`${app.url}/ui/${path}?izytoken=${'a'.repeat(40)}`, 'da')
    expect([path, response.status]).toEqual([path, 503])
    expect(await response.text()).toContain('http-equiv="refresh"')
  }
})
