import { beforeAll, beforeEach, expect, test } from 'vitest'
import { organisations } from '#contract/organisations/organisations.ts'
import type { MailDraft } from '#server/domains/notifications/index.ts'
import { messagesOf } from '#server/messages.ts'
import {
  buildParticipant,
  buildSeason,
  type Club,
  type Person,
  type Season,
  signedIn,
} from '#server/testing/builders.ts'
import { buyFor } from '#server/testing/purchases/line-refunds.ts'
import { buyWithConsent, clubWithNextSeason } from '#server/testing/purchases/renewing.ts'
import { stateOf } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let alma: string
let club: Club
let next: Season
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
})
beforeEach(async () => {
  ;({ club, next } = await clubWithNextSeason(app))
})

const offers = async () =>
  new Map(
    (await app.call(organisations.membershipConfigurations, { id: club.id }, { as: anna.token })).map((one) => [
      one.id,
      one,
    ]),
  )
const ownOf = async (token: string) => (await stateOf(app, anna, token)).own!
async function paidMail(orderId: string): Promise<string> {
  const write = messagesOf(app.context).mails['order-paid']
  return ((await write({ orderId } as never)) as MailDraft).content.paragraphs.join(' ')
}

test('each offer says with what a card renews it, also after a gap; a trial, an extra and a last season say nothing', async () => {
  const year = Number(next.startDate.slice(0, 4))
  const [rowing, trial, shed] = [
    await buildSeason(app, club, { name: `Sommer ${year - 1}`, endDate: `${year - 1}-09-30` }),
    await buildSeason(app, club, { name: `Prøve ${year - 1}`, isTrial: true }),
    await buildSeason(app, club, { name: `Plads ${year - 1}`, combinable: true }),
  ]
  for (const [name, kind] of [
    ['Prøve', { isTrial: true }],
    ['Plads', { combinable: true }],
  ] as const)
    await buildSeason(app, club, { name: `${name} ${year}`, startDate: next.startDate, endDate: next.endDate, ...kind })
  await buildSeason(app, club, {
    name: `Sommer ${year}`,
    startDate: `${year}-04-01`,
    endDate: `${year}-09-30`,
  })
  const all = await offers()
  expect(all.get(club.season.id)!.renewsInto).toMatchObject({
    name: `Adult ${year}`,
    startDate: `${year}-01-01`,
    total: { minor: next.total },
  })
  expect(all.get(rowing.id)!.renewsInto).toMatchObject({ name: `Sommer ${year}`, startDate: `${year}-04-01` })
  expect([trial, shed, next].map(({ id }) => all.get(id)!.renewsInto)).toEqual([undefined, undefined, undefined])
})

test('who agreed to renewal reads after the payment, and in its mail, what the card renews; who did not reads nothing of it', async () => {
  const token = await buyWithConsent(app, anna, [
    { memberId: anna.memberId, season: club.season },
    { memberId: alma, season: club.season },
  ])
  const own = await ownOf(token)
  expect(own.linesByCard).toEqual(own.lines.map(({ id }) => id))
  const mail = await paidMail(own.id)
  for (const name of own.lines.map(({ title, memberName }) => `${title} (${memberName})`)) expect(mail).toContain(name)
  expect(mail).toMatch(/28 (dage|days)/)

  ;({ club } = await clubWithNextSeason(app))
  const plain = await ownOf(await buyFor(app, anna, [anna.memberId], club.season))
  expect(plain.linesByCard).toEqual([])
  expect(await paidMail(plain.id)).not.toMatch(/28 (dage|days)/)
})
