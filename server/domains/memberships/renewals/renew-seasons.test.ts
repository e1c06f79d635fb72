import { beforeAll, expect, test } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
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
import { mailsTo } from '#server/testing/purchase.ts'
import {
  buyWithConsent,
  clubLedger,
  followingSeason,
  goTo,
  liveThrough,
  membershipOf,
  runRecurring,
} from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let anna: Person
let bo: Person
let alma: string
let seasons: Season[]
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app)
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  await linkedTo(app, anna, bo)
  alma = await buildParticipant(app, anna, 'Alma')
  seasons = [club.season, await followingSeason(app, club, 1), await followingSeason(app, club, 2)]
})

const before = (season: Season, days: number) => addDays(season.endDate, -days)
const notices = async () =>
  (await mailsTo(app, 'anna@example.com')).filter(
    ({ subject }) => subject.includes(club.key) && subject.includes('renews on'),
  )

test('with consent the card is saved once the gateway confirms it, and renews what was bought', async () => {
  await buyWithConsent(app, anna, [
    { memberId: anna.memberId, season: club.season },
    { memberId: alma, season: club.season },
  ])
  const { links, savedCards } = await clubLedger(club)
  expect(links.map(({ saveCard }) => saveCard)).toEqual([true])
  const cards = await app.call(memberships.savedCards, {}, { as: anna.token })
  expect(cards).toMatchObject([
    {
      orgId: club.id,
      label: '4100 00XX XXXX 0000',
      expires: '2049-12',
      renews: [{ memberName: 'Anna Holm' }, { memberName: 'Alma Holm' }],
    },
  ])
  const [kept] = savedCards
  expect(await membershipOf(app, anna, alma, club)).toMatchObject({
    autoRenewal: true,
    autoRenewCycle: 'yearly',
    savedCardIdentifier: kept!.savedCardIdentifier,
    nextSeason: { membershipConfId: seasons[1]!.id },
    renewal: {
      payerId: anna.memberId,
      card: { label: '4100 00XX XXXX 0000' },
      state: 'waiting',
      chargeDate: before(club.season, 14),
      amount: { minor: seasons[1]!.total },
      can: { switchOff: true },
    },
  })
})

test('a relative sees that it renews, but neither the card nor a way to stop it', async () => {
  expect(await membershipOf(app, bo, anna.memberId, club)).toMatchObject({
    savedCardIdentifier: null,
    renewal: { payerName: 'Anna Holm', card: null, orderToken: null, can: { switchOff: false } },
  })
  expect(await app.call(memberships.savedCards, {}, { as: bo.token })).toEqual([])
})

test.each([0, 1])('season %s is announced once and charged once, however often the job runs', async (at) => {
  const [ending, next] = [seasons[at]!, seasons[at + 1]!]
  await liveThrough(app, before(ending, 29))
  expect(await notices()).toHaveLength(at)
  await goTo(app, before(ending, 28))
  await Promise.all([1, 2, 3].map(() => runRecurring(app, 'renewals.announce')))
  await liveThrough(app, before(ending, 27))
  expect(await notices()).toHaveLength(at + 1)
  const day = `17 December ${ending.endDate.slice(0, 4)}`
  const texts = (await notices()).map(({ text }) => text).filter((text) => text.includes(day))
  expect(texts).toEqual([
    expect.stringMatching(/card 4100 00XX XXXX 0000 is charged DKK\u00a01,770.00[^]*Anna Holm[^]*Alma Holm/),
  ])
  expect((await membershipOf(app, anna, alma, club)).renewal).toMatchObject({
    state: 'announced',
    nextTry: before(ending, 14),
  })

  await liveThrough(app, before(ending, 15))
  expect((await clubLedger(club)).captures).toHaveLength(at + 1)
  await goTo(app, before(ending, 14))
  await Promise.all([1, 2, 3].map(() => runRecurring(app, 'renewals.charge-due')))
  await Promise.all([1, 2, 3].map(() => app.runJobs({ all: true })))
  await liveThrough(app, before(ending, 13))

  const ledger = await clubLedger(club)
  expect(ledger.captures.map(({ amount, isSuccess }) => [amount, isSuccess])).toEqual(
    Array.from({ length: at + 2 }, () => [2 * next.total, true]),
  )
  expect(ledger.authorizations[0]).toMatchObject({
    paymentIdentifier: null,
    savedCardIdentifier: ledger.savedCards[0]!.savedCardIdentifier,
  })
  for (const memberId of [anna.memberId, alma]) {
    const membership = await membershipOf(app, anna, memberId, club)
    expect(membership).toMatchObject({ overallEndDate: next.endDate, renewal: { state: 'paid' } })
    expect(membership.memberships.map(({ membershipConfId, status }) => [membershipConfId, status])).toEqual(
      seasons
        .slice(0, at + 2)
        .map(({ id }) => [id, 'active'])
        .toReversed(),
    )
  }
  const [receipt] = (await mailsTo(app, 'anna@example.com')).filter(({ subject }) => subject.includes(club.key))
  expect(receipt!.attachments).toHaveLength(1)
  expect(await brokenInvariants(app, club)).toEqual([])
})
