import { beforeAll, beforeEach, expect, test } from 'vitest'
import { clubStart, liveChecks, type StartStep, startSteps } from '#contract/office/start.ts'
import { clubTexts } from '#contract/organisations/texts.ts'
import { orders } from '#contract/orders/orders.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { readBeforeWriting } from '#server/testing/lock-waits.ts'
import { buy } from '#server/testing/purchase.ts'
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
  club = await buildClub(app, { testMode: true })
  await grantOffice(app, club, chair, ['chair'])
})

const as = () => ({ as: chair.token })
const ofClub = () => ({ orgId: club.id })
const show = () => app.call(clubStart.show, ofClub(), as())
const ask = () => app.call(clubStart.ask, ofClub(), as())
const done = async () => (await show()).steps.flatMap((one) => (one.done ? [one.step] : []))
const missing = async () => (await show()).checks.flatMap((one) => (one.done ? [] : [one.check]))
const asked = () =>
  app.database.sql(`select name from office_history where org_id = '${club.id}' and name like 'go_live%' order by id`)
/** The operators whom the club's wish was mailed to. */
const mailed = async () =>
  (
    await app.database.sql<{ member_id: string }>(
      `select member_id from messages where template = 'go-live-asked' and data->>'orgId' = $1`,
      [club.id],
    )
  ).map(({ member_id }) => member_id)
const complete = async () => {
  for (const purpose of ['terms', 'privacy'] as const)
    await app.call(clubTexts.write, { ...ofClub(), purpose, text: { da: 'Tekst' }, version: 0 }, as())
  await buy(app, chair, club)
}

test('the steps follow from what is there', async () => {
  expect(await done()).toEqual(['membership', 'key'])
  await app.database.sql(
    `update organisations set description_texts = '{"da": "Vi ror."}', address = 'Havnevej 1', logo = 'x' where id = '${club.id}'`,
  )
  await grantOffice(app, club, await signedIn(app, 'bo@example.com'), ['treasurer'])
  await buy(app, chair, club)
  await app.call(clubStart.mark, { ...ofClub(), mark: 'receipt' }, as())
  expect(await done()).toEqual(['texts', 'logo', 'membership', 'key', 'people', 'bought', 'receipt'])
  await app.database.sql(`update membership_configurations set published_at = null where org_id = '${club.id}'`)
  expect(await done()).not.toContain('membership')
})

test('the steps that a purchase and going live need come before them', () => {
  const before = (step: StartStep) => startSteps.slice(0, startSteps.indexOf(step))
  expect(before('bought')).toEqual(expect.arrayContaining(['membership', 'terms', 'privacy', 'key']))
  expect(before('receipt')).toContain('bought')
  const checked = liveChecks.map((check) => (check === 'chair' ? 'people' : check))
  expect(before('asked')).toEqual(expect.arrayContaining(checked))
})

test('the receipt of a test purchase is found by whoever made it', async () => {
  expect((await show()).receipt).toBeNull()
  await buy(app, chair, club)
  const { receipt } = await show()
  expect((await app.call(orders.receipt, { historyId: receipt! }, as())).number).toEqual(expect.any(String))
  const other = await signedIn(app, 'bo@example.com')
  await grantOffice(app, club, other, ['chair'])
  expect((await app.call(clubStart.show, ofClub(), { as: other.token })).receipt).toBeNull()
})

test('the steps stay when the club goes live, without what only a test can do', async () => {
  await app.call(clubStart.mark, { ...ofClub(), mark: 'receipt' }, as())
  await app.database.sql(`update organisations set state = 'live' where id = '${club.id}'`)
  const { steps, dismissed } = await show()
  expect(dismissed).toBe(false)
  expect(steps.map(({ step }) => step)).toEqual(startSteps.filter((step) => step !== 'bought'))
  // A club that was live before there were steps has none to do.
  await app.database.sql(`delete from club_starts where org_id = '${club.id}'`)
  expect((await show()).dismissed).toBe(true)
})

test('somebody else counts as invited: who has accepted, or who still can', async () => {
  const isDone = async () => (await done()).includes('people')
  const invitation = (state: string) =>
    app.database.sql(
      `insert into office_invitations (id, org_id, email, roles, invited_by, language, expires_at, accepted_at, withdrawn_at)
       select portal_new_id(), $1, 'treasurer@club.example', '{treasurer}', $2, 'da', ${state}`,
      [club.id, chair.memberId],
    )
  // The chair's own invitation, one that was withdrawn, one that nobody answered in time, and an operator who looks.
  await invitation(`portal_now() + interval '1 day', portal_now(), null`)
  await invitation(`portal_now() + interval '1 day', null, portal_now()`)
  await invitation(`portal_now() - interval '1 day', null, null`)
  await grantOffice(app, club, await signedIn(app, 'carla@example.com'), ['look'])
  expect(await isDone()).toBe(false)
  await app.database.sql(
    `update office_invitations set withdrawn_at = portal_now() where org_id = $1 and withdrawn_at is null`,
    [club.id],
  )
  await invitation(`portal_now() + interval '1 day', null, null`)
  expect(await isDone()).toBe(true)
})

test('steps that nobody wants to see are dismissed for the club', async () => {
  expect((await show()).dismissed).toBe(false)
  expect((await app.call(clubStart.mark, { ...ofClub(), mark: 'dismissed' }, as())).dismissed).toBe(true)
})

test('asking is refused with what is missing, and kept with who and when once nothing is', async () => {
  expect(await missing()).toEqual(['terms', 'privacy', 'bought'])
  await expect(ask()).rejects.toMatchObject({
    code: 'go_live_incomplete',
    body: { data: { missing: ['terms', 'privacy', 'bought'] } },
  })
  await complete()
  const operator = await signedIn(app, 'super@example.com')
  expect((await ask()).asked).toMatchObject({ by: { id: chair.memberId }, at: expect.any(String) })
  expect(await done()).toContain('asked')
  expect((await app.call(clubStart.withdraw, ofClub(), as())).asked).toBeNull()
  await app.call(clubStart.withdraw, ofClub(), as())
  expect((await asked()).map(({ name }) => name)).toEqual(['go_live_asked', 'go_live_withdrawn'])
  expect(await mailed()).toEqual([operator.memberId])
})

test('a club that is live has nothing to ask for', async () => {
  await complete()
  await app.database.sql(`update organisations set state = 'live' where id = '${club.id}'`)
  expect(await codeOf(ask())).toBe('club_not_in_test')
})

test.each([
  ['before anything is kept of its start', () => Promise.resolve()],
  ['afterwards', () => app.call(clubStart.mark, { ...ofClub(), mark: 'receipt' }, as())],
])('two who ask at the same time ask once, and each operator gets one mail: %s', async (_, begin) => {
  await complete()
  await begin()
  const operator = await signedIn(app, 'super@example.com')
  const outcomes = await readBeforeWriting(app, 'office_history', () => Promise.all([codeOf(ask()), codeOf(ask())]))
  expect(outcomes).toEqual(['ok', 'ok'])
  expect(await asked()).toHaveLength(1)
  expect(await mailed()).toEqual([operator.memberId])
})

test('however often a club asks and takes it back, operators get one mail a day; another club has its own', async () => {
  await complete()
  const operator = await signedIn(app, 'super@example.com')
  for (let times = 0; times < 3; times++) {
    await ask()
    await app.call(clubStart.withdraw, ofClub(), as())
  }
  // Asking and taking back race, too: each that asks finds it taken back.
  const again = async () => {
    await ask()
    await app.call(clubStart.withdraw, ofClub(), as())
  }
  await Promise.all([again(), again(), again()])
  expect(await mailed()).toEqual([operator.memberId])
  await app.database.sql(
    `update messages set once_key = replace(once_key, to_char(portal_now() at time zone 'Europe/Copenhagen', 'YYYY-MM-DD'), 'yesterday')
     where template = 'go-live-asked'`,
  )
  await ask()
  expect(await mailed()).toEqual([operator.memberId, operator.memberId])

  club = await buildClub(app, { testMode: true })
  await grantOffice(app, club, chair, ['chair'])
  await complete()
  await ask()
  expect(await mailed()).toEqual([operator.memberId])
})

test("another club's start is out of reach", async () => {
  const other = { orgId: (await buildClub(app, { testMode: true })).id }
  expect(await codeOf(app.call(clubStart.show, other, as()))).toBe('forbidden')
  expect(await codeOf(app.call(clubStart.ask, other, as()))).toBe('forbidden')
  expect(await codeOf(app.call(clubStart.mark, { ...other, mark: 'dismissed' }, as()))).toBe('forbidden')
})
