import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { paymentKey } from '#contract/payments/key.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { buy } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { GatewayUnavailable } from './gateway-call.ts'
import { hasNewMerchant } from './merchant.ts'

let app: TestApp
let chair: Person
let bo: Person
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  await grantOffice(app, club, chair, ['chair'])
})

const as = () => ({ as: chair.token })
const show = () => app.call(paymentKey.show, { orgId: club.id }, as())
const set = (key: string, orgId = club.id) => app.call(paymentKey.set, { orgId, key }, as())
const history = async () =>
  (await app.database.sql(
    `select name, before, after from office_history where org_id = '${club.id}' order by id`,
  )) as {
    name: string
    before: unknown
    after: unknown
  }[]

test('a key that works is stored encrypted, and only its end is shown', async () => {
  const key = randomUUID()
  const shown = await set(` ${key} `)
  expect(shown).toMatchObject({ key: { hint: key.slice(-4), by: { id: chair.memberId } }, testMode: false })
  expect(JSON.stringify(shown)).not.toContain(key)
  const [row] = await app.database.sql(
    `select to_jsonb(p)::text as row from payment_configurations p where org_id = '${club.id}'`,
  )
  expect(row!['row']).not.toContain(key)
  expect(JSON.stringify(await history())).not.toContain(key)
  expect(await history()).toEqual([
    expect.objectContaining({ name: 'gateway_key_set', after: { key: `…${key.slice(-4)}` } }),
  ])
})

test('a wrong key is refused, and the one before still pays', async () => {
  const before = await show()
  expect(await codeOf(set('not-a-key-of-the-gateway'))).toBe('gateway_key_refused')
  expect(await codeOf(set('short'))).toBe('invalid_input')
  expect(await codeOf(set(`${'k'.repeat(20)} k`))).toBe('invalid_input')
  expect(await show()).toEqual(before)
  expect(await history()).toEqual([])
  await buy(app, bo, club)
})

test('a gateway that does not answer is said, and changes nothing', async () => {
  const before = await show()
  const unreachable = vi
    .spyOn(app.context.gateway, 'readAuthorization')
    .mockRejectedValueOnce(new GatewayUnavailable('down'))
  expect(await codeOf(set(randomUUID()))).toBe('payment_gateway_unavailable')
  unreachable.mockRestore()
  expect(await show()).toEqual(before)
})

test("a first key makes a new club's payments tests, whoever asks", async () => {
  await app.database.sql(`delete from payment_configurations where org_id = '${club.id}'`)
  await app.database.sql(`update organisations set state = 'draft', enabled = false where id = '${club.id}'`)
  expect(await show()).toEqual({ key: null, testMode: true, merchant: null, changed: null })
  expect(await set(randomUUID())).toMatchObject({ testMode: true })
})

test("another club's key is out of reach", async () => {
  const other = await buildClub(app)
  expect(await codeOf(set(randomUUID(), other.id))).toBe('forbidden')
  expect(await codeOf(app.call(paymentKey.show, { orgId: other.id }, as()))).toBe('forbidden')
})

test('the first payment records the merchant, and one to another merchant is reported until the office confirms it', async () => {
  expect((await show()).merchant).toBeNull()
  await buy(app, bo, club)
  const first = (await show()).merchant!
  expect(first).toEqual({ number: expect.stringMatching(/^\d{7}$/), acquirer: 1 })
  expect((await show()).changed).toBeNull()

  await set(randomUUID())
  await buy(app, chair, club)
  const { merchant, changed } = await show()
  expect(merchant!.number).not.toBe(first.number)
  expect(changed).toMatchObject({ before: first.number })
  expect((await history()).at(-1)).toEqual({
    name: 'merchant_changed',
    before: { merchant: first.number },
    after: { merchant: merchant!.number },
  })
  const mails = await app.database.sql(
    `select member_id from messages where template = 'merchant-changed' and data->>'orgId' = '${club.id}'`,
  )
  expect(mails.map((mail) => mail['member_id'])).toEqual([chair.memberId])

  const confirm = (number: string) => app.call(paymentKey.confirmMerchant, { orgId: club.id, merchant: number }, as())
  expect((await confirm('1')).changed).not.toBeNull()
  expect((await confirm(merchant!.number)).changed).toBeNull()
  expect((await history()).at(-1)!.name).toBe('merchant_confirmed')
})

test('an acquirer counts from the first payment that is no test', () => {
  const seen = { merchant: '1', acquirer: 1, test: false }
  expect(hasNewMerchant({ merchant: null, acquirer: null }, seen)).toBe(true)
  expect(hasNewMerchant({ merchant: '1', acquirer: 1 }, seen)).toBe(false)
  expect(hasNewMerchant({ merchant: '1', acquirer: null }, seen)).toBe(true)
  expect(hasNewMerchant({ merchant: '1', acquirer: 1 }, { ...seen, acquirer: 255, test: true })).toBe(false)
  expect(hasNewMerchant({ merchant: '2', acquirer: 1 }, seen)).toBe(true)
  expect(hasNewMerchant({ merchant: null, acquirer: null }, { ...seen, merchant: null })).toBe(false)
})
