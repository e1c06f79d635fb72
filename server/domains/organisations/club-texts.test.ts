import { beforeAll, beforeEach, expect, test } from 'vitest'
import { clubTexts } from '#contract/organisations/texts.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { readBeforeWriting } from '#server/testing/lock-waits.ts'
import { orders } from '#contract/orders/orders.ts'
import { newToken } from '#server/database/new-id.ts'
import { membershipData } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let chair: Person
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'anna@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  await grantOffice(app, club, chair, ['chair'])
})

const as = () => ({ as: chair.token })
const write = (da: string, version: number, more: object = {}) =>
  app.call(clubTexts.write, { orgId: club.id, purpose: 'terms', text: { da }, version, ...more } as never, as())
const list = async () =>
  (await app.call(clubTexts.list, { orgId: club.id }, as())).map(({ purpose, version, text }) => [
    purpose,
    version,
    text.da,
  ])
const read = (more: object = {}, headers = {}) =>
  app.call(clubTexts.read, { id: club.id, purpose: 'terms', ...more }, { headers })

test('each save is a version of its own, dated and with who wrote it, and the last one counts', async () => {
  expect(await write('Betaling ved køb.', 0)).toMatchObject({ version: 1, by: { id: chair.memberId } })
  await write('Betaling ved køb. Fortryd i 14 dage.', 1, { text: { da: 'Ny', en: 'New' } })
  await write('Vi gemmer dit navn.', 0, { purpose: 'privacy' })
  expect(await list()).toEqual([
    ['terms', 2, 'Ny'],
    ['privacy', 1, 'Vi gemmer dit navn.'],
    ['terms', 1, 'Betaling ved køb.'],
  ])
  expect((await app.call(organisations.profile, { id: club.id })).texts).toEqual({ terms: 2, privacy: 1 })
  const names = await app.database.sql(`select name from office_history where org_id = '${club.id}' order by id`)
  expect(names.map(({ name }) => name)).toEqual(['terms_written', 'terms_written', 'privacy_written'])
})

test('an unchanged text makes no version', async () => {
  await write('Betaling ved køb.', 0)
  expect(await write('Betaling ved køb.', 1)).toMatchObject({ version: 1 })
  expect(await write('Betaling ved køb.', 0)).toMatchObject({ version: 1 })
  expect(await list()).toHaveLength(1)
})

test('anybody reads it in their language, also the versions before', async () => {
  expect(await codeOf(read())).toBe('not_found')
  await write('x', 0, { text: { da: 'Betaling', en: 'Payment' } })
  await write('Kun dansk', 1)
  expect(await read({ version: '1' }, { 'accept-language': 'en' })).toMatchObject({ text: 'Payment', language: 'en' })
  expect(await read({ version: '1' }, { 'accept-language': 'da' })).toMatchObject({ text: 'Betaling', language: 'da' })
  expect(await read({}, { 'accept-language': 'en' })).toMatchObject({
    text: 'Kun dansk',
    language: 'da',
    version: 2,
    latest: 2,
  })
  expect(await codeOf(read({ version: '3' }))).toBe('not_found')
})

test('a blank text and one of a novel are refused', async () => {
  expect(await codeOf(write(' ', 0))).toBe('invalid_input')
  expect(await codeOf(write('x'.repeat(20_001), 0))).toBe('invalid_input')
  expect(await list()).toEqual([])
})

test('of two versions written at the same time one is kept, and the other is shown it', async () => {
  await write('Først', 0)
  const writing = (da: string) => codeOf(write(da, 1))
  const outcomes = await readBeforeWriting(app, 'club_texts', () => Promise.all(['A', 'B'].map(writing)))
  expect(outcomes.toSorted()).toEqual(['changed_meanwhile', 'ok'])
  expect(await list()).toHaveLength(2)
  await expect(write('C', 1)).rejects.toMatchObject({ body: { data: { current: { version: 2 } } } })
})

test("another club's texts are out of reach", async () => {
  const other = await buildClub(app)
  expect(await codeOf(write('Deres', 0, { orgId: other.id }))).toBe('forbidden')
  expect(await codeOf(app.call(clubTexts.list, { orgId: other.id }, as()))).toBe('forbidden')
  expect(await codeOf(app.call(clubTexts.read, { id: other.id, purpose: 'terms' }))).toBe('not_found')
})

test('an order keeps the versions that its buyer was shown, and none that was never written', async () => {
  await write('Betaling', 0)
  await write('Betaling ved køb', 1)
  const agreedTo = async (texts?: object) => {
    const { season } = await buildClub(app)
    await app.database.sql(`update membership_configurations set org_id = '${club.id}' where id = '${season.id}'`)
    const lines = [{ memberId: chair.memberId, season: { ...season, orgId: club.id } }]
    const data = membershipData(lines, texts && { texts })
    await app.call(orders.prepare, { token: newToken(), membershipData: data }, as())
    const [order] = await app.database.sql(
      `select terms_version, privacy_version from orders where org_id = '${club.id}' order by id desc limit 1`,
    )
    return [order!['terms_version'], order!['privacy_version']]
  }
  expect(await agreedTo({ terms: 1, privacy: null })).toEqual([1, null])
  expect(await agreedTo({ terms: 3, privacy: 1 })).toEqual([null, null])
  expect(await agreedTo({ terms: 2, privacy: null })).toEqual([2, null])
  expect(await agreedTo()).toEqual([null, null])
})
