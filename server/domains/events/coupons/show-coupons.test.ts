import { beforeAll, beforeEach, expect, test } from 'vitest'
import { coupons } from '#contract/events/coupons.ts'
import { newId } from '#server/database/new-id.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildCoupon } from '#server/testing/builders/coupon-builders.ts'
import { sentBy } from '#server/testing/count-queries.ts'
import { clubWithPricedEvent, prepareWith } from '#server/testing/purchases/coupon-purchase.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import type { Line } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let club: Club
let event: BuiltEvent
beforeAll(async () => {
  app = await sharedApp()
  ;[anna, bo] = await Promise.all([signedIn(app, 'anna@example.com'), signedIn(app, 'bo@example.com')])
})
beforeEach(async () => {
  ;({ club, event } = await clubWithPricedEvent(app))
})

const adult = (of: Person = anna, at = event): Line => ({ memberId: of.memberId, event: at })
const DAY = 86_400_000

test('every worthless code gets the same answer by the same statements', async () => {
  const other = await buildClub(app)
  const elsewhere = await buildEvent(app, club)
  const used = await buildCoupon(app, club, { totalLimit: 1 })
  await prepareWith(app, bo, [adult(bo)], used.code)
  const codes = {
    wrong: { code: 'NOSUCHCODE' },
    hostile: { code: `x' or 1=1 --` },
    foreign: await buildCoupon(app, other),
    disabled: await buildCoupon(app, club, { enabled: false }),
    early: await buildCoupon(app, club, { validFrom: new Date(Date.now() + DAY) }),
    late: await buildCoupon(app, club, { validUntil: new Date(Date.now() - DAY) }),
    elsewhere: await buildCoupon(app, club, { eventId: elsewhere.id }),
    category: await buildCoupon(app, club, { categories: ['senior'] }),
    used,
  }
  const asked = async (code: string) => {
    const answers: string[] = []
    const paths = [
      ['GET', `coupon/validate?code=${encodeURIComponent(code)}&eveId=${event.id}`],
      ['POST', 'coupon/apply', { code, eveId: event.id }],
    ] as const
    for (const [method, path, body] of paths) {
      let response!: Response
      const statements = await sentBy(async () => {
        response = await fetch(`${app.url}/izy-event-api/api/v1/${club.id}/${path}`, {
          method,
          headers: { authorization: `Bearer ${anna.token}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
      })
      const headers = [...response.headers.keys()].filter((name) => name !== 'date' && name !== 'x-request-id')
      answers.push([response.status, await response.text(), headers, statements].join('\n'))
    }
    await app.database.sql('delete from rate_windows')
    return answers
  }
  const wrong = await asked(codes.wrong.code)
  expect(wrong[0]).toContain('404')
  expect(wrong[0]).toContain('coupon_redemptions')
  for (const { code } of Object.values(codes)) expect(await asked(code)).toEqual(wrong)
})

test('a code shows its value at one event or all; a private one reveals nothing else', async () => {
  const listed = await buildCoupon(app, club, { listed: true, totalLimit: 5, code: 'SOMMER-10' })
  const secret = await buildCoupon(app, club, { totalLimit: 5, perMemberLimit: 2, eventId: event.id })
  await prepareWith(app, bo, [adult(bo)], listed.code)
  const elsewhere = await buildEvent(app, club)
  await prepareWith(app, bo, [{ memberId: bo.memberId, event: elsewhere }], listed.code)
  const item = (code: string) => app.call(coupons.item, { orgId: club.id, code }, { as: anna.token })
  expect(await item('sommer10')).toMatchObject({ code: 'SOMMER-10', left: 3, eveId: null, percent: 10, amount: null })
  expect(await item(secret.code)).toMatchObject({ left: 2, eveId: event.id })
  const valid = await app.call(
    coupons.validate,
    { orgId: club.id, code: secret.code, eveId: event.id },
    { as: anna.token, headers: { 'accept-language': 'da' } },
  )
  expect(valid).toMatchObject({ valid: true, coupon: { name: 'Ti procent' } })
  await app.database.sql(`update events set enabled = false where id = $1`, [event.id])
  expect(await codeOf(item(secret.code))).toBe('coupon_not_valid')
})

test('the public list has listed coupons that are valid now, and no private ones', async () => {
  const hidden = await buildEvent(app, club, { publicFrom: new Date(Date.now() + DAY) })
  const elsewhere = await buildEvent(app, club)
  const stopped = await buildEvent(app, club, { categories: [{ category: 'adult' }, { category: 'child' }] })
  await app.database.sql(
    `update event_categories set closed_at = portal_now() where event_id = $1 and category = 'adult'`,
    [stopped.id],
  )
  const listed = { listed: true } as const
  const used = await buildCoupon(app, club, { ...listed, code: 'USED', totalLimit: 1 })
  await prepareWith(app, bo, [adult(bo)], used.code)
  for (const plan of [
    { code: 'PRIVATE', listed: false },
    { code: 'OFF', ...listed, enabled: false },
    { code: 'EARLY', ...listed, validFrom: new Date(Date.now() + DAY) },
    { code: 'LATE', ...listed, validUntil: new Date(Date.now() - DAY) },
    { code: 'HIDDEN', ...listed, eventId: hidden.id },
    { code: 'ALL', ...listed },
    { code: 'HERE', ...listed, eventId: event.id, amount: 5000, totalLimit: 10 },
    { code: 'THERE', ...listed, eventId: elsewhere.id },
    { code: 'GONE', ...listed, categories: ['gone'] },
    { code: 'GONEHERE', ...listed, eventId: event.id, categories: ['gone'] },
    { code: 'STOPPED', ...listed, eventId: stopped.id, categories: ['adult'] },
  ])
    await buildCoupon(app, club, plan)
  const codes = async (input: { orgId?: string; eveId?: string; type?: string }) =>
    (await app.call(coupons.available, input)).map(({ code, left }) => [code, left])
  expect(await codes({ orgId: club.id })).toEqual([
    ['ALL', null],
    ['HERE', 10],
    ['THERE', null],
  ])
  expect(await codes({ orgId: club.id, eveId: event.id })).toEqual([
    ['ALL', null],
    ['HERE', 10],
  ])
  expect(await codes({ orgId: club.id, eveId: event.id, type: 'amount' })).toEqual([['HERE', 10]])
  expect(await codes({ orgId: club.id, eveId: stopped.id })).toEqual([['ALL', null]])
  expect(await codes({ orgId: newId() })).toEqual([])
  expect(await codeOf(codes({}))).toBe('coupon_list_needs_organisation')
})
