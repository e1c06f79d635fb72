import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { clubStart } from '#contract/office/start.ts'
import { clubTexts } from '#contract/organisations/texts.ts'
import { memberships } from '#contract/memberships/memberships.ts'
import { officeHistory } from '#contract/audit/history.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { officeToday } from '#contract/office/today.ts'
import { operator } from '#contract/operator.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buy, mailsTo, prepare, stateOf } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let susanne: Person
let admin: Person
let anna: Person
let bo: Person
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  susanne = await signedIn(app, 'super@example.com')
  admin = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app, { testMode: true })
  await grantOffice(app, club, bo, ['chair'])
  for (const purpose of ['terms', 'privacy'] as const)
    await app.call(
      clubTexts.write,
      { orgId: club.id, purpose, text: { da: 'Sådan gør vi.' }, version: 0 },
      { as: bo.token },
    )
})

const reason = 'They asked for it'
const show = () => app.call(operator.show, { orgKey: club.key }, { as: susanne.token })
const goLive = (wish: { ended?: number; confirmation?: string } = {}) =>
  app.call(
    operator.goLive,
    { orgId: club.id, confirmation: club.key, reason, ended: 0, ...wish },
    { as: susanne.token },
  )
const move = (
  to: 'paused' | 'live' | 'closed',
  more: { confirmation?: string; pausedText?: { da: string; en: string } } = {},
) => app.call(operator.changeState, { orgId: club.id, to, reason, pausedText: null, ...more }, { as: susanne.token })
const history = async () =>
  (await app.call(officeHistory.list, { orgId: club.id }, { as: admin.token })).entries
    .filter(({ byOperator }) => byOperator)
    .map(({ name, reason: why }) => [name, why])
const season = (who: Person) => [{ memberId: who.memberId, season: club.season }]

test('an operator corrects the name and address of a club, which sees what and why', async () => {
  const { club: before } = await show()
  const correct = (contactEmail: string) =>
    app.call(
      operator.correct,
      { orgId: club.id, name: 'Roklubben Havnen', contactEmail, reason },
      { as: susanne.token },
    )
  expect((await correct('Office@Havnen.example')).club).toMatchObject({
    name: 'Roklubben Havnen',
    contactEmail: 'office@havnen.example',
  })
  await correct('office@havnen.example')
  const { entries } = await app.call(officeHistory.list, { orgId: club.id }, { as: admin.token })
  const changes = entries.filter(({ name }) => name === 'club_changed')
  expect(changes).toMatchObject([
    {
      byOperator: true,
      reason,
      before: { name: before.name, email: before.contactEmail },
      after: { name: 'Roklubben Havnen', email: 'office@havnen.example' },
    },
  ])
  expect(await codeOf(correct('nowhere'))).toBe('invalid_input')
  // A field that is left out stays as the chair has written it meanwhile.
  await app.call(operator.correct, { orgId: club.id, name: 'Havnen', reason }, { as: susanne.token })
  expect((await show()).club).toMatchObject({ name: 'Havnen', contactEmail: 'office@havnen.example' })
})

test('a club goes live once its key is typed and what ends has been seen; the buyer of a test is notified', async () => {
  const clubName = `Club ${club.key}`
  await app.database.sql('update organisations set name = $2 where id = $1', [club.id, clubName])
  const tried = await buy(app, anna, club)
  await prepare(app, bo, season(bo))
  const page = await show()
  expect(page.tests).toEqual({ unpaid: 1, memberships: 1, tickets: 0 })
  expect(page.checks.filter(({ required }) => required)).toEqual(
    ['key', 'terms', 'privacy', 'chair'].map((check) => ({ check, done: true, required: true })),
  )
  expect(page.checks.find(({ check }) => check === 'bought')?.done).toBe(true)

  expect(await codeOf(goLive({ ended: 2, confirmation: 'OTHER' }))).toBe('confirmation_wrong')
  expect(await codeOf(goLive({ ended: 1 }))).toBe('tests_changed')
  expect((await show()).club.state).toBe('test')

  const live = await goLive({ ended: 2, confirmation: club.key.toLowerCase() })
  expect(live).toMatchObject({
    club: { state: 'live', liveAt: expect.any(String) as string },
    tests: { unpaid: 0, memberships: 0, tickets: 0 },
    payment: { testMode: false },
    next: ['paused', 'closed'],
  })
  await app.runJobs({ all: true })
  expect((await stateOf(app, anna, tried)).status).toBe('refunded')
  const mails = await app.database.sql<{ template: string }>(
    `select template from messages join refunds on refunds.id::text = data->>'refundId'
     where org_id = $1 and template = 'given-back'`,
    [club.id],
  )
  expect(mails).toHaveLength(1)
  const ended = (await mailsTo(app, 'anna@example.com')).filter(({ subject }) => subject.includes(clubName))
  const subjects = ended.map(({ subject }) => subject)
  expect(subjects).toContain(`TEST – ${clubName} is now live: your test order has ended`)
  expect(subjects.filter((subject) => /refunded|released/.test(subject))).toEqual([])
  expect(await history()).toEqual([['club_went_live', reason]])
  expect(await codeOf(goLive())).toBe('club_state_changed')

  const bought = (await stateOf(app, anna, await buy(app, anna, club))).own!
  expect(bought.testMode).toBe(false)
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('the buyer of a free test is notified that it has ended', async () => {
  const free = await buildSeason(app, club, { name: 'Guest', price: 0, surcharge: 0 })
  await prepare(app, anna, [{ memberId: anna.memberId, season: free }])
  await goLive({ ended: 1 })
  const { newest } = await app.call(notifications.bell, {}, { as: anna.token })
  expect(newest[0]).toMatchObject({
    title: expect.stringMatching(/is now live: your test order has ended$/) as string,
    data: { orgId: club.id },
  })
})

test('going live notifies whoever asked, and the office sees it; the first steps stay', async () => {
  const notified = async () =>
    (
      await app.database.sql<{ member_id: string }>(
        `select member_id from messages where template = 'went-live' and data->>'orgId' = $1 order by member_id`,
        [club.id],
      )
    ).map(({ member_id }) => member_id)
  const also = await signedIn(app, 'carla@example.com')
  await grantOffice(app, club, also, ['chair'])
  await buy(app, bo, club)
  await app.call(clubStart.ask, { orgId: club.id }, { as: bo.token })
  const today = () => app.call(officeToday.show, { orgId: club.id }, { as: bo.token })
  expect((await today()).wentLive).toBeNull()
  await goLive({ ended: 1 })
  expect(await notified()).toEqual([bo.memberId])
  expect((await today()).wentLive).toEqual(expect.any(String))
  expect((await app.call(clubStart.show, { orgId: club.id }, { as: bo.token })).dismissed).toBe(false)
})

test('without a key or anybody in its office a club does not go live', async () => {
  await app.database.sql('update payment_configurations set enabled = false where org_id = $1', [club.id])
  expect(await codeOf(goLive())).toBe('go_live_incomplete')
  await app.database.sql('update payment_configurations set enabled = true where org_id = $1', [club.id])
  await app.database.sql('update office_grants set revoked_at = portal_now() where org_id = $1', [club.id])
  await app.database.sql('delete from organisation_admins where org_id = $1', [club.id])
  expect(await codeOf(goLive())).toBe('go_live_incomplete')
  expect((await show()).checks.find(({ check }) => check === 'chair')).toMatchObject({ done: false, required: true })
})

test('a pause stops sales and nothing else; a closed club opens paused', async () => {
  expect(await codeOf(move('live'))).toBe('club_state_changed')
  await goLive()
  await buy(app, anna, club)
  const paused = await move('paused', { pausedText: { da: 'Vi flytter.', en: '' } })
  expect(paused).toMatchObject({
    club: { state: 'paused', pausedText: { da: 'Vi flytter.' } },
    next: ['live', 'closed'],
  })
  expect(await codeOf(prepare(app, bo, season(bo)))).toBe('club_paused')
  const held = await app.call(memberships.list, { memberId: anna.memberId, orgId: club.id }, { as: anna.token })
  expect(held[0]?.status).toBe('active')

  expect((await move('live')).club).toMatchObject({ state: 'live', pausedText: null })
  await prepare(app, bo, season(bo))
  expect(await codeOf(move('closed'))).toBe('confirmation_wrong')
  expect((await move('closed', { confirmation: club.key })).club.state).toBe('closed')
  expect(await codeOf(prepare(app, bo, season(bo)))).toBe('organisation_not_found')
  expect((await move('paused')).club.state).toBe('paused')
  expect((await history()).map(([name]) => name)).toEqual([
    'club_reopened',
    'club_closed',
    'club_resumed',
    'club_paused',
    'club_went_live',
  ])
})

test('a test that was closed stays closed', async () => {
  expect((await move('closed', { confirmation: club.key })).next).toEqual([])
  expect(await codeOf(move('paused'))).toBe('club_state_changed')
})

test('a key is tried before it is kept, and its mode follows the club', async () => {
  const before = (await show()).payment!
  const setKey = (key: string) => app.call(operator.setKey, { orgId: club.id, key, reason }, { as: susanne.token })
  expect(await codeOf(setKey('no-key-of-the-gateway'))).toBe('gateway_key_refused')
  expect((await show()).payment!.fingerprint).toBe(before.fingerprint)
  const key = randomUUID()
  const { payment } = await setKey(key)
  expect(payment).toMatchObject({ testMode: true })
  expect(payment!.fingerprint).not.toBe(before.fingerprint)
  await goLive()
  expect((await setKey(randomUUID())).payment).toMatchObject({ testMode: false })
  const rows = await app.database.sql('select before, after from office_history where org_id = $1', [club.id])
  expect(JSON.stringify(rows)).not.toContain(key)
})

test('somebody is invited with a reason that the club reads', async () => {
  const email = 'new-chair@example.com'
  const { invitations } = await app.call(
    operator.invite,
    { orgId: club.id, email, role: 'chair', reason },
    { as: susanne.token },
  )
  expect(invitations).toMatchObject([{ email, roles: ['chair'] }])
  expect(await history()).toEqual([['access_invited', reason]])
})

test('of two operators who take a club live at once, one is refused because it is live', async () => {
  await buy(app, anna, club)
  const outcomes = await Promise.all([1, 2].map(() => codeOf(goLive({ ended: 1 }))))
  expect(outcomes.toSorted()).toEqual(['club_state_changed', 'ok'])
  expect((await history()).map(([name]) => name)).toEqual(['club_went_live'])
})
