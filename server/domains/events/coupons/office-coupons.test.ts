import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type CouponFields,
  type OfficeCoupon,
  officeCoupons,
  problemsOfCoupon,
} from '#contract/events/office-coupons.ts'
import { exports } from '#contract/exports.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { openWindow, payInWindow, visit } from '#server/testing/purchase.ts'
import { prepareWith } from '#server/testing/purchases/coupon-purchase.ts'
import { ApiProblem, codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let [office, anna, bo]: Person[] = []
beforeAll(async () => {
  app = await sharedApp()
  office = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
})

const fields: CouponFields = {
  name: { da: 'Venner', en: 'Friends' },
  percent: 10,
  amount: null,
  eventId: null,
  categories: null,
  validFrom: null,
  validUntil: null,
  totalLimit: null,
  perMemberLimit: null,
  listed: false,
}
const as = (person = office!) => ({ as: person.token })
const inClub = <T extends object>(input: T) => ({ orgId: club.id, ...input })
const create = (
  changes: Partial<CouponFields> & { code?: string | null; count?: number; token?: string } = {},
  person = office!,
) => app.call(officeCoupons.create, inClub({ ...fields, code: null, count: 1, ...changes }), as(person))
const save = ({ id, version, fields: known }: OfficeCoupon, changes: Partial<CouponFields>) =>
  app.call(officeCoupons.save, inClub({ ...known, ...changes, couponId: id, version }), as())
const stop = ({ id, version }: OfficeCoupon) => app.call(officeCoupons.stop, inClub({ couponId: id, version }), as())
const resume = ({ id, version }: OfficeCoupon) =>
  app.call(officeCoupons.resume, inClub({ couponId: id, version }), as())
const list = (query: object = {}, person = office!) => app.call(officeCoupons.list, inClub(query), as(person))
const uses = ({ id }: OfficeCoupon, person = office!) =>
  app.call(officeCoupons.uses, inClub({ couponId: id }), as(person))

/** The lines of a batch's file, in Danish. */
async function codesOf({ id }: OfficeCoupon): Promise<string[]> {
  const danish = { ...as(), headers: { 'accept-language': 'da' } }
  const made = await app.call(exports.couponCodes, inClub({ couponId: id, format: 'csv' as const }), danish)
  const { bytes } = await app.call(exports.couponCodesFile, inClub({ exportId: made.id }), as())
  return Buffer.from(bytes).toString().trimEnd().split('\r\n')
}

const faults = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) =>
      error instanceof ApiProblem
        ? (error.body.errors?.map(({ path, message }) => `${path} ${message}`) ?? error.code)
        : Promise.reject(error),
  )

async function orderWith(code: string, buyer: Person) {
  const event = await buildEvent(app, club)
  return prepareWith(app, buyer, [{ memberId: buyer.memberId, event }], code)
}
const pay = async (token: string, buyer: Person, amount: number) =>
  visit((await payInWindow(await openWindow(app, buyer, club.season, token, amount), '0000'))!)

test.each([
  [{ name: { da: '' } }, 'name name_missing'],
  [{ percent: null }, 'percent worth_missing'],
  [{ amount: 100 }, 'percent worth_missing'],
  [{ percent: 0 }, 'percent percent_out_of_range'],
  [{ percent: 101 }, 'percent percent_out_of_range'],
  [{ percent: null, amount: -1 }, 'amount amount_out_of_range'],
  [{ percent: null, amount: 10_000_001 }, 'amount amount_out_of_range'],
  [{ validFrom: '2049-02-01T10:00', validUntil: '2049-02-01T10:00' }, 'validUntil dates_reversed'],
  [{ totalLimit: 0 }, 'totalLimit limit_out_of_range'],
  [{ perMemberLimit: -1 }, 'perMemberLimit limit_out_of_range'],
  [{ totalLimit: 2, perMemberLimit: 3 }, 'perMemberLimit buyer_limit_higher'],
  [{ percent: 100, totalLimit: 2, perMemberLimit: 2 }, undefined],
] as [Partial<CouponFields>, string | undefined][])('what is wrong with a code: %j', (changes, found) => {
  expect(problemsOfCoupon({ ...fields, ...changes }).map(({ path, fault }) => `${path} ${fault}`)).toEqual(
    found ? [found] : [],
  )
})

test('bad input is refused with a sentence beside each field', async () => {
  await create({ code: 'sommer – 25' })
  expect(await faults(create({ code: 'SOMMER25' }))).toEqual(['code code_taken'])
  expect(await faults(create({ code: '<script>', percent: 0 }))).toEqual([
    'code code_unusable',
    'percent percent_out_of_range',
  ])
  expect(await faults(create({ code: '—' }))).toEqual(['code code_unusable'])
  for (const field of ['validFrom', 'validUntil'])
    expect(await faults(create({ [field]: '2049-03-28T02:30' }))).toEqual([`${field} time_missing_that_day`])
  expect(await faults(create({ eventId: newId() }))).toEqual(['eventId event_unknown'])
  const other = await buildEvent(app, await buildClub(app))
  expect(await faults(create({ eventId: other.id }))).toEqual(['eventId event_unknown'])
  const event = await buildEvent(app, club)
  expect(await faults(create({ eventId: event.id, categories: ['adult', 'ghost'] }))).toEqual([
    'categories categories_unknown',
  ])
  expect(await faults(create({ eventId: event.id, categories: [] }))).toEqual(['categories categories_unknown'])
  expect(await faults(create({ categories: ['adult'] }))).toBe('ok')
})

test('an own code is shown as it was typed, in capitals, and works however it is written', async () => {
  expect(await create({ code: ' sommer – 25 ' })).toMatchObject({
    code: 'SOMMER-25',
    state: 'active',
    used: 0,
    held: 0,
    left: null,
    codes: null,
  })
  expect(await codeOf(orderWith('sommer25', anna!))).toBe('ok')
})

test('a code that is made cannot be guessed', async () => {
  expect((await create()).code).toMatch(/^[2-9A-HJKMNP-TV-Z]{5}-[2-9A-HJKMNP-TV-Z]{5}$/)
})

test('the list shows uses, holds, what is left and what was given; each use names its order', async () => {
  const coupon = await create({ code: 'TEN', totalLimit: 5 })
  await pay(await orderWith('TEN', anna!), anna!, 18_000)
  await orderWith('TEN', bo!)
  expect((await list()).coupons).toMatchObject([
    { id: coupon.id, used: 1, held: 1, left: 3, given: { minor: 2000, currency: 'DKK' } },
  ])
  const found = (await uses(coupon)).uses
  expect(found).toMatchObject([
    { status: 'held', off: { minor: 2000 } },
    { status: 'used', off: { minor: 2000 } },
  ])
  expect(found.every(({ orderNumber, buyer }) => orderNumber && buyer)).toBe(true)
})

test('what a code took off in a test is not counted as given', async () => {
  club = await buildClub(app, { testMode: true })
  const coupon = await create({ code: 'TEN' })
  await pay(await orderWith('TEN', anna!), anna!, 18_000)
  expect((await list()).coupons).toMatchObject([{ used: 1, given: { minor: 0 } }])
  expect((await uses(coupon)).uses).toMatchObject([{ off: { minor: 2000 }, isTest: true }])
})

test('without the right to see money nobody reads what was given', async () => {
  const coupon = await create({ code: 'TEN' })
  await pay(await orderWith('TEN', anna!), anna!, 18_000)
  await grantOffice(app, club, bo!, ['event_manager'])
  expect((await list({}, bo)).coupons).toMatchObject([{ used: 1, given: null }])
  expect((await uses(coupon, bo)).uses).toMatchObject([{ status: 'used', off: null }])
  await grantOffice(app, club, anna!, ['treasurer'])
  expect(await codeOf(list({}, anna))).toBe('forbidden')
})

test('a stopped code is used by nobody else, kept by who holds it, and can be used again', async () => {
  const coupon = await create({ code: 'TEN' })
  const held = await orderWith('TEN', anna!)
  const stopped = await stop(coupon)
  expect(stopped).toMatchObject({ state: 'stopped', version: 2, held: 1 })
  expect(await codeOf(orderWith('TEN', bo!))).toBe('coupon_not_valid')
  await pay(held, anna!, 18_000)
  expect(await codeOf(stop(coupon))).toBe('changed_meanwhile')
  expect(await stop(stopped)).toMatchObject({ version: 2, used: 1 })
  expect(await resume(stopped)).toMatchObject({ state: 'active', version: 3 })
  expect(await codeOf(orderWith('TEN', bo!))).toBe('ok')
  const names = await app.database.sql(
    `select name, label from office_history where org_id = $1 and thing = 'coupon' order by id`,
    [club.id],
  )
  expect(names).toEqual([
    { name: 'coupon_created', label: 'Venner (…)' },
    { name: 'coupon_stopped', label: 'Venner (…)' },
    { name: 'coupon_resumed', label: 'Venner (…)' },
  ])
})

test('an edit counts from now on; a limit stays what is used and held', async () => {
  const coupon = await create({ code: 'TEN', totalLimit: 5 })
  await pay(await orderWith('TEN', anna!), anna!, 18_000)
  await orderWith('TEN', bo!)
  expect(await faults(save(coupon, { totalLimit: 1 }))).toEqual(['totalLimit limit_below_used'])
  const saved = await save(coupon, { totalLimit: 2, percent: 50, validUntil: '2049-03-28T23:59' })
  expect(saved).toMatchObject({ version: 2, state: 'used_up', left: 0, fields: { validUntil: '2049-03-28T23:59' } })
  expect(await codeOf(save(coupon, { totalLimit: 3 }))).toBe('changed_meanwhile')
  const [row] = await app.database.sql(
    `select before, after from office_history where org_id = $1 and name = 'coupon_changed'`,
    [club.id],
  )
  expect(row).toEqual({
    before: { percent: 10, totalLimit: 5, validUntil: null },
    after: { percent: 50, totalLimit: 2, validUntil: '2049-03-28T23:59' },
  })
})

test('the history names the event of a code', async () => {
  const [camp, party] = [
    await buildEvent(app, club, { title: 'Camp' }),
    await buildEvent(app, club, { title: 'Party' }),
  ]
  await save(await create({ code: 'CAMP', eventId: camp.id }), { eventId: party.id })
  const rows = await app.database.sql<{ before: object | null; after: object }>(
    `select before, after from office_history where org_id = $1 order by id`,
    [club.id],
  )
  expect(rows[0]!.after).toMatchObject({ event: 'Camp', percent: 10 })
  expect(rows[1]).toEqual({ before: { event: 'Camp' }, after: { event: 'Party' } })
})

test('a batch is one row with a thousand codes for one use each, edited and stopped together', async () => {
  const batch = await create({ count: 1000, totalLimit: 99, listed: true })
  expect(batch).toMatchObject({ codes: 1000, left: 1000, fields: { totalLimit: 1, listed: false } })
  const [, ...lines] = await codesOf(batch)
  const codes = lines.map((line) => line.split(';')[0]!)
  expect(new Set(codes).size).toBe(1000)
  const [, second, third] = codes as [string, string, string]
  await pay(await orderWith(second, anna!), anna!, 18_000)
  expect(await codeOf(orderWith(second, bo!))).toBe('coupon_not_valid')
  expect((await list()).coupons).toMatchObject([{ id: batch.id, used: 1, left: 999 }])
  expect((await list({ search: third.slice(2).toLowerCase() })).coupons).toHaveLength(1)
  expect((await list({ search: '100%' })).coupons).toEqual([])
  expect((await uses(batch)).uses).toMatchObject([{ code: second, status: 'used' }])
  const saved = await save(batch, { percent: 20 })
  await stop(saved)
  expect(await codeOf(orderWith(third, bo!))).toBe('coupon_not_valid')
  // Only the batch as a whole is edited.
  const [inside] = await app.database.sql<{ id: string }>('select id from coupons where code = $1', [third])
  expect(await codeOf(app.call(officeCoupons.stop, inClub({ couponId: inside!.id, version: 3 }), as()))).toBe(
    'coupon_not_found',
  )
  expect((await codesOf(batch)).filter((line) => line.endsWith(';brugt'))).toEqual([`${second};Venner;brugt`])
})

test('codes that are made are made once when they are sent again; changed, they are others', async () => {
  const token = newToken()
  const batch = await create({ count: 3, token })
  expect(await create({ count: 3, token })).toEqual(batch)
  const codes = [await create({ token }), await create({ token }), await create({ token, percent: 20 })]
  expect(new Set(codes.map(({ code }) => code)).size).toBe(2)
  expect((await list()).coupons.map(({ codes: made }) => made)).toEqual([null, null, 3])
  expect(await faults(create({ code: 'TEN', token }).then(() => create({ code: 'TEN', token })))).toEqual([
    'code code_taken',
  ])
})

test("the codes of a batch are a file without formulas, which the club's history names", async () => {
  const batch = await create({ count: 2, name: { da: '=HYPERLINK("http://evil.example")' } })
  const [head, ...lines] = await codesOf(batch)
  expect(head).toBe('\ufeffKode;Navn;Status')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^[2-9A-Z-]{11};"'=HYPERLINK\(""http:\/\/evil\.example""\)";$/)
  const names = await app.database.sql(`select name from office_history where org_id = $1 order by id`, [club.id])
  expect(names.map(({ name }) => name)).toEqual(['coupon_batch_created', 'export_created', 'export_downloaded'])
  const other = await buildClub(app)
  const foreign = { orgId: other.id, couponId: batch.id, format: 'csv' } as const
  expect(await codeOf(app.call(exports.couponCodes, foreign, as()))).toBe('coupon_not_found')
})

test('codes are found by the event they work at, also one that is over, whose codes no longer work', async () => {
  const [camp, party] = [await buildEvent(app, club), await buildEvent(app, club)]
  await create({ code: 'CAMP', eventId: camp.id })
  await create({ code: 'EVERYWHERE' })
  await create({ code: 'PARTY', eventId: party.id })
  const at = async (eventId: string) => (await list({ eventId })).coupons.map(({ code }) => code)
  expect(await at(camp.id)).toEqual(['EVERYWHERE', 'CAMP'])
  await app.database.sql(
    `update events set starts_at = portal_now() - interval '2 days', ends_at = portal_now() - interval '1 day' where id = $1`,
    [camp.id],
  )
  const { coupons, events } = await list({ search: 'camp' })
  expect(coupons).toMatchObject([{ code: 'CAMP', state: 'over' }])
  expect(events).toMatchObject([
    { id: party.id, over: false },
    { id: camp.id, over: true },
  ])
  // By the name, and by no word of how it is stored.
  expect((await list({ search: 'friend' })).coupons).toHaveLength(3)
  expect((await list({ search: '"da"' })).coupons).toEqual([])
})

test('the list pages without gaps and says of each code whether it can be used now', async () => {
  await create({ code: 'LATER', validFrom: '2049-01-01T00:00' })
  await create({ code: 'OVER', validFrom: '2026-01-01T00:00', validUntil: '2026-01-02T00:00' })
  expect((await list()).coupons.map(({ code, state }) => [code, state])).toEqual([
    ['LATER', 'announced'],
    ['OVER', 'over'],
  ])
  await app.database.sql(
    `insert into coupons (id, org_id, code, name_texts, percent) select gen_random_uuid(), $1, 'NO' || n, '{"da": "Nr."}', 5 from generate_series(1, 60) n`,
    [club.id],
  )
  const first = await list()
  const second = await list({ before: first.next! })
  expect([first.coupons.length, second.coupons.length, second.next]).toEqual([50, 12, null])
  expect(new Set([...first.coupons, ...second.coupons].map(({ id }) => id)).size).toBe(62)
})

test('a code whose ticket types are gone says so, at its event or at every event of the club', async () => {
  const event = await buildEvent(app, club, { categories: [{ category: 'adult' }, { category: 'child' }] })
  const other = await buildEvent(app, club, { categories: [{ category: 'adult' }] })
  const bound = await create({ code: 'BOUND', eventId: event.id, categories: ['adult', 'child'] })
  const free = await create({ code: 'FREE', categories: ['adult', 'child'] })
  expect([bound.goneCategories, free.goneCategories]).toEqual([[], []])
  await app.database.sql('delete from event_categories where event_id = $1', [event.id])
  expect((await list()).coupons.map(({ code, goneCategories }) => [code, goneCategories])).toEqual([
    ['FREE', ['child']],
    ['BOUND', ['adult', 'child']],
  ])
  await app.database.sql('delete from event_categories where event_id = $1', [other.id])
  expect((await list()).coupons[0]!.goneCategories).toEqual(['adult', 'child'])
  expect((await create({ code: 'ALL' })).goneCategories).toEqual([])
})

test('expired codes are last, on every page', async () => {
  const codes = Array.from({ length: 60 }, (_, at) => `CODE${at}`)
  for (const [at, code] of codes.entries()) {
    if (at % 20 === 0) await app.database.sql('delete from rate_windows')
    const { id } = await create({ code })
    if (at % 3 === 0)
      await app.database.sql(`update coupons set valid_until = portal_now() - interval '1 day' where id = $1`, [id])
  }
  const first = await list()
  const second = await list({ before: first.next! })
  const found = [...first.coupons, ...second.coupons].map(({ code }) => code)
  const newest = codes.toReversed()
  const expired = (code: string) => Number(code.slice(4)) % 3 === 0
  expect(found).toEqual([...newest.filter((code) => !expired(code)), ...newest.filter(expired)])
  expect(second.next).toBeNull()
})

test('a code of a batch takes its discount off every ticket of one order, and of no other', async () => {
  const batch = await create({ count: 2 })
  const code = (await codesOf(batch))[1]!.split(';')[0]!
  const event = await buildEvent(app, club, { onePerPerson: false })
  const line = { memberId: anna!.memberId, event }
  await pay(await prepareWith(app, anna!, [line, line, line], code), anna!, 54_000)
  expect(await codeOf(prepareWith(app, anna!, [line], code))).toBe('coupon_not_valid')
  expect((await list()).coupons).toMatchObject([{ used: 1, left: 1 }])
})
