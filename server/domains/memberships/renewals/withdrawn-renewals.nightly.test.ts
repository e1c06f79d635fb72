import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { orders } from '#contract/orders/orders.ts'
import { addDays } from '#server/database/clock.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import {
  buildClub,
  buildParticipant,
  type Club,
  linkedTo,
  type Person,
  type Season,
  signedIn,
} from '#server/testing/builders.ts'
import { buy, mailsTo } from '#server/testing/purchase.ts'
import {
  buyWithConsent,
  clubWithNextSeason,
  clubLedger,
  goTo,
  liveThrough,
  membershipOf,
} from '#server/testing/purchases/renewing.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let next: Season
let anna: Person
let bo: Person
let alma: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  await linkedTo(app, anna, bo)
  alma = await buildParticipant(app, anna, 'Alma')
})
beforeEach(async () => {
  ;({ club, next } = await clubWithNextSeason(app))
})
afterEach(() => app.database.sql('update organisations set enabled = false'))

const before = (days: number) => addDays(club.season.endDate, -days)
const family = () => [
  { memberId: anna.memberId, season: club.season },
  { memberId: alma, season: club.season },
]
const plain = (text: string) => text.replaceAll('\u00a0', ' ').replace(/Club \w+/g, 'C')
const captured = async () => (await clubLedger(club)).captures.map(({ amount }) => amount)
const endOf = async (memberId: string) => (await membershipOf(app, anna, memberId, club)).overallEndDate
const cardsOf = async (who: Person) =>
  (await app.call(memberships.savedCards, {}, { as: who.token })).filter(({ orgId }) => orgId === club.id)
const switchOff = (who: Person, memberId: string) =>
  app.call(memberships.updateItem, { memberId, orgId: club.id, autoRenewal: false }, { as: who.token })

test('a renewal switched off after the announcement is not charged; the others are', async () => {
  await buyWithConsent(app, anna, family())
  await liveThrough(app, before(28))
  const off = await switchOff(anna, alma)
  expect(off).toMatchObject({ autoRenewal: false, autoRenewCycle: null, savedCardIdentifier: null, renewal: null })
  await liveThrough(app, before(14))
  expect(await captured()).toEqual([next.total, 2 * next.total])
  expect([await endOf(anna.memberId), await endOf(alma)]).toEqual([next.endDate, club.season.endDate])
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('nothing is renewed for somebody who has died, nor by their card, whichever club knows it', async () => {
  const other = await buildClub(app)
  const dies = (memberId: string) =>
    app.database.sql(
      `insert into club_people (org_id, member_id, since, source, left_on, left_reason)
       values ($1, $2, '2020-01-01', 'joined', '2026-01-01', 'deceased')`,
      [other.id, memberId],
    )
  const [liv, ask] = [await buildParticipant(app, anna, 'Liv'), await buildParticipant(app, anna, 'Ask')]
  const payer = await signedIn(app, 'carla@example.com')
  await buyWithConsent(
    app,
    anna,
    [liv, ask, alma].map((memberId) => ({ memberId, season: club.season })),
  )
  await buyWithConsent(app, payer, [{ memberId: payer.memberId, season: club.season }])
  await dies(liv)
  await dies(payer.memberId)
  await liveThrough(app, before(28))
  const naming = async (name: string) =>
    (await mailsTo(app, 'anna@example.com')).filter(({ text }) => text.includes(name)).length
  // Each is in the receipt, and one of them was announced.
  expect([await naming('Liv Holm'), await naming('Ask Holm')]).toEqual([1, 2])
  await dies(ask)
  await liveThrough(app, before(14))
  expect(await captured()).toEqual([next.total, next.total, 3 * next.total])
  await liveThrough(app, addDays(club.season.endDate, 60))
  expect([await naming('Liv Holm'), await naming('Ask Holm')]).toEqual([1, 2])
  expect(await brokenInvariants(app, club)).toEqual([])
  await app.database.sql('delete from club_people where org_id = $1', [other.id])
})

test("switched on again it uses the caller's own card and is announced a week before; a forged card or somebody else's is refused", async () => {
  await buyWithConsent(app, anna, family())
  await liveThrough(app, before(28))
  await switchOff(anna, anna.memberId)
  await switchOff(anna, alma)
  const on = (who: Person, memberId: string, more = {}) =>
    codeOf(
      app.call(memberships.updateItem, { memberId, orgId: club.id, autoRenewal: true, ...more }, { as: who.token }),
    )
  expect(await on(bo, alma)).toBe('saved_card_required')
  expect(await on(anna, alma, { savedCardIdentifier: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' })).toBe(
    'saved_card_required',
  )
  await goTo(app, before(12))
  expect(await on(anna, alma)).toBe('ok')
  await liveThrough(app, before(12))
  expect((await membershipOf(app, anna, alma, club)).renewal).toMatchObject({ state: 'announced', nextTry: before(5) })
  await liveThrough(app, before(6))
  expect(await captured()).toHaveLength(1)
  await liveThrough(app, before(5))
  expect(await captured()).toEqual([next.total, 2 * next.total])
})

test('the payer, the person and a guardian may switch it; a relative, the office and a stranger may not', async () => {
  await buyWithConsent(app, bo, [{ memberId: anna.memberId, season: club.season }])
  const carla = await signedIn(app, 'carla@example.com')
  expect(await codeOf(switchOff(carla, anna.memberId))).toBe('not_found')
  expect(await codeOf(switchOff(await signedIn(app, 'super@example.com'), anna.memberId))).toBe('forbidden')
  expect((await membershipOf(app, anna, anna.memberId, club)).renewal).toMatchObject({
    payerId: bo.memberId,
    card: null,
    can: { switchOff: true },
  })
  expect(await codeOf(switchOff(anna, anna.memberId))).toBe('ok')
  await buyWithConsent(app, anna, [{ memberId: alma, season: club.season }])
  expect(await codeOf(switchOff(bo, alma))).toBe('ok')
  const [last] = await app.database.sql<{ actor_id: string }>(
    `select actor_id from acts where subject_id = $1 and data ->> 'call' = 'memberships.updateItem' order by id desc`,
    [alma],
  )
  expect(last!.actor_id).toBe(bo.memberId)
})

test('a card deleted by its holder is deleted at the gateway and renews nothing', async () => {
  await buyWithConsent(app, anna, family())
  await liveThrough(app, before(28))
  const [card] = await cardsOf(anna)
  expect(await codeOf(app.call(memberships.forgetCard, { cardId: card!.id }, { as: bo.token }))).toBe('not_found')
  await app.call(memberships.forgetCard, { cardId: card!.id }, { as: anna.token })
  await app.runJobs({ all: true })
  expect((await clubLedger(club)).savedCards).toMatchObject([{ deletedAt: expect.any(String) as string }])
  expect(await cardsOf(anna)).toEqual([])
  expect(await membershipOf(app, anna, alma, club)).toMatchObject({ autoRenewal: false, renewal: null })
  await liveThrough(app, before(14))
  expect(await captured()).toHaveLength(1)
  expect(await codeOf(app.call(memberships.forgetCard, { cardId: card!.id }, { as: anna.token }))).toBe('not_found')
})

test.each(['between the announcement and the charge', 'on the day of the charge'])(
  'a price that goes up %s is announced anew, and charged a week later',
  async (when) => {
    await buyWithConsent(app, anna, family())
    await liveThrough(app, before(28))
    const raise = () => app.database.sql('update membership_configurations set price = 90000 where id = $1', [next.id])
    if (when.startsWith('between')) await raise()
    await liveThrough(app, before(20))
    if (!when.startsWith('between')) {
      await goTo(app, before(14))
      // Nothing is announced on that day any more.
      await app.database.sql(`update daily_jobs set day = $1`, [before(14)])
      await raise()
    }
    await liveThrough(app, before(14))
    expect(await captured()).toHaveLength(1)
    await liveThrough(app, before(13))
    expect(await captured()).toHaveLength(when.startsWith('between') ? 2 : 1)
    // A week from the announcement, which comes on the next morning.
    if (!when.startsWith('between')) await liveThrough(app, before(7))
    expect(await captured()).toHaveLength(when.startsWith('between') ? 2 : 1)
    await liveThrough(app, before(6))
    const dearer = 90_000 + 22_500 + 1_000
    expect(await captured()).toEqual([2 * dearer, 2 * club.season.total])
    const mails = (await mailsTo(app, 'anna@example.com')).filter(
      ({ subject }) => subject.includes(club.key) && / renews on|renewal costs/.test(subject),
    )
    expect(mails.map(({ subject }) => plain(subject)).toReversed()).toEqual([
      expect.stringMatching(/^Anna and Alma – The membership of C renews on/),
      'Anna and Alma – New price at C: the renewal costs DKK 2,270.00, not DKK 1,770.00',
    ])
    expect(plain(mails[0]!.text)).toMatch(/now costs DKK 2,270\.00, not DKK 1,770\.00 as we wrote.*unless you stop it/s)
    const bell = await app.call(notifications.list, { memberId: anna.memberId }, { as: anna.token })
    expect(
      bell.filter(({ data }) => data['orgId'] === club.id && data['automatic']).map(({ message }) => plain(message)),
    ).toEqual([
      expect.stringMatching(/^The renewal costs DKK 2,270\.00, not DKK 1,770\.00/),
      expect.stringContaining('charge DKK 1,770.00'),
    ])
  },
)

test('a lower price is charged without a new announcement', async () => {
  await buyWithConsent(app, anna, family())
  await liveThrough(app, before(28))
  await app.database.sql('update membership_configurations set price = 10000 where id = $1', [next.id])
  await liveThrough(app, before(14))
  expect((await captured())[0]).toBe(2 * (10_000 + 2_500 + 1_000))
})

test('a season that is not on sale by the day of the charge is neither announced nor charged', async () => {
  await app.database.sql('update membership_configurations set offer_start_date = $2 where id = $1', [
    next.id,
    before(10),
  ])
  await buyWithConsent(app, anna, family())
  for (const days of [28, 20]) await liveThrough(app, before(days))
  expect((await membershipOf(app, anna, alma, club)).renewal).toMatchObject({ state: 'waiting' })
  await liveThrough(app, before(14))
  expect(await captured()).toHaveLength(1)
  // As soon as it is, they are notified, and charged a week later.
  for (const days of [10, 9, 3]) await liveThrough(app, before(days))
  expect(await captured()).toHaveLength(2)
})

test('a season bought by hand meanwhile is not charged', async () => {
  await buyWithConsent(app, anna, family())
  await liveThrough(app, before(28))
  await goTo(app, before(20))
  await buy(app, anna, club, next)
  await liveThrough(app, before(14))
  expect(await captured()).toEqual([next.total, next.total, 2 * next.total])
  expect(await endOf(alma)).toBe(next.endDate)
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('a charge waits for a reservation by the member', async () => {
  await buyWithConsent(app, anna, [{ memberId: anna.memberId, season: club.season }])
  await liveThrough(app, before(28))
  await goTo(app, before(14))
  await app.database.sql(
    `insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, order_id, membership_for, start_date, end_date, status, reserved_until)
     select gen_random_uuid(), id, org_id, member_id, $1, gen_random_uuid(), 2027, $2, $3, 'held', portal_now() + interval '30 minutes'
     from memberships where member_id = $4 and org_id = $5`,
    [next.id, next.startDate, next.endDate, anna.memberId, club.id],
  )
  await liveThrough(app, before(14))
  expect(await captured()).toHaveLength(1)
  await liveThrough(app, before(13))
  expect(await captured()).toHaveLength(2)
})

test('a payer whose family link ended pays for themselves only', async () => {
  const erik = await signedIn(app, 'erik@example.com')
  const link = await linkedTo(app, anna, erik)
  await buyWithConsent(app, anna, [
    { memberId: anna.memberId, season: club.season },
    { memberId: erik.memberId, season: club.season },
  ])
  await liveThrough(app, before(28))
  await app.database.sql(`update family_invitations set status = 'ended' where id = $1`, [link])
  await liveThrough(app, before(14))
  expect((await captured())[0]).toBe(next.total)
  const [row] = await app.database.sql<{ withdrawn_because: string }>(
    'select withdrawn_because from renewals where member_id = $1',
    [erik.memberId],
  )
  expect(row!.withdrawn_because).toBe('the payer may not buy for the person any more')
})

test('a renewal order cancelled by its payer is not made again', async () => {
  await buyWithConsent(app, anna, family(), '0018')
  for (const days of [28, 14]) await liveThrough(app, before(days))
  const [waiting] = await app.call(orders.unpaid, {}, { as: anna.token })
  await app.call(orders.cancel, { token: waiting!.token }, { as: anna.token })
  for (const days of [9, 4]) await liveThrough(app, before(days))
  expect(await app.call(orders.unpaid, {}, { as: anna.token })).toEqual([])
  expect((await clubLedger(club)).authorizations).toHaveLength(1)
  expect((await membershipOf(app, anna, alma, club)).renewal).toMatchObject({ state: 'waiting', byHand: true })
})

test('one of two switched off while it fails: the next attempt is for the other', async () => {
  await buyWithConsent(app, anna, family(), '0018')
  for (const days of [28, 14]) await liveThrough(app, before(days))
  await switchOff(anna, alma)
  expect(await app.call(orders.unpaid, {}, { as: anna.token })).toEqual([])
  await liveThrough(app, before(9))
  const [waiting] = await app.call(orders.unpaid, {}, { as: anna.token })
  expect(waiting!.lines.map(({ memberId }) => memberId)).toEqual([anna.memberId])
})

test('one of two switched off while it fails and on again has a charge of its own; each charge is announced', async () => {
  await buyWithConsent(app, anna, family(), '0018')
  for (const days of [28, 14]) await liveThrough(app, before(days))
  await switchOff(anna, alma)
  await app.call(memberships.updateItem, { memberId: alma, orgId: club.id, autoRenewal: true }, { as: anna.token })
  await liveThrough(app, before(13))
  const plans = () =>
    Promise.all([anna.memberId, alma].map(async (id) => (await membershipOf(app, anna, id, club)).renewal))
  expect(await plans()).toMatchObject([
    { state: 'failing', tries: 1, nextTry: before(9) },
    { state: 'announced', tries: 0, nextTry: before(6) },
  ])
  await app.database.sql('update membership_configurations set price = 90000 where id = $1', [next.id])
  for (const days of [9, 8]) await liveThrough(app, before(days))
  const raised = (await mailsTo(app, 'anna@example.com')).filter(({ subject }) => subject.includes(`${club.key}: the`))
  expect(raised).toHaveLength(2)
  expect(new Set(raised.map(({ text }) => /(Anna|Alma) Holm/.exec(text)![1]))).toEqual(new Set(['Alma', 'Anna']))
  for (const days of [6, 3]) await liveThrough(app, before(days))
  expect((await clubLedger(club)).authorizations).toHaveLength(1)
  await liveThrough(app, before(1))
  expect(await plans()).toMatchObject([
    { state: 'failing', tries: 2 },
    { state: 'failing', tries: 1 },
  ])
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('a saved card forged in a callback or a return is not stored', async () => {
  await buyWithConsent(app, bo, [{ memberId: bo.memberId, season: club.season }])
  const [bos] = (await clubLedger(club)).savedCards
  const token = await buyWithConsent(app, anna, [{ memberId: anna.memberId, season: club.season }])
  for (const savedCardIdentifier of [bos!.savedCardIdentifier, '3f2504e0-4f89-41d3-9a0c-0305e82c3301']) {
    // The gateway knows the first of them as Bo's, and we do not.
    await app.database.sql('delete from saved_cards')
    const { authorizations } = await clubLedger(club)
    await fetch(
      `${app.url}/ui/membership/confirm?izytoken=${token}&authorizationIdentifier=${authorizations[0]!.authorizationIdentifier}&savedCardIdentifier=${savedCardIdentifier}`,
      { redirect: 'manual' },
    )
    await app.runJobs({ all: true })
    expect(await cardsOf(anna)).toEqual([])
  }
})
