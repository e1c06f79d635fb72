import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#server/database/clock.ts'
import { buildClub, buildParticipant, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { mailsTo } from '#server/testing/purchase.ts'
import { goTo, insertPaidTerm, liveThrough } from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { remindRenewals } from './remind-renewals.ts'

let app: TestApp
let club: Club
let bo: Person
let alma: string
beforeAll(async () => {
  app = await sharedApp()
  bo = await signedIn(app, 'bo@example.com')
  alma = await buildParticipant(app, bo, 'Alma')
})
beforeEach(async () => {
  await app.database.sql(`update portal_clock set "offset" = '0'`)
  await app.database.sql('truncate daily_jobs')
  await app.database.sql('update organisations set enabled = false')
  club = await buildClub(app)
})

const db = () => app.context.db
const before = (days: number) => addDays(club.season.endDate, -days)
const year = () => Number(club.season.startDate.slice(0, 4))
const season = (name: string, of: number, more: object = {}) =>
  buildSeason(app, club, {
    name: `${name} ${of}`,
    startDate: `${of}-01-01`,
    endDate: `${of}-12-31`,
    offerStartDate: '2020-01-01',
    ...more,
  })
/** The next one of the club's first season. */
const following = () =>
  buildSeason(app, club, {
    startDate: `${year() + 1}-01-01`,
    endDate: `${year() + 1}-12-31`,
    offerStartDate: '2020-01-01',
  })
const mails = async () => {
  await app.runJobs({ all: true })
  const all = (await mailsTo(app, 'bo@example.com')).filter(({ subject }) => subject.includes(club.key))
  return all.map(({ subject, text }) => `${subject}\n${text}`.replaceAll('\u00a0', ' '))
}

test('the passive member, the child and nobody else; no boat place and no dearer season', async () => {
  const passive = await season('Passive', year(), { price: 40_000, isPassive: true })
  await insertPaidTerm(app, bo.memberId, passive)
  await insertPaidTerm(app, alma, club.season)
  await season('Swimmer', year() + 1, { price: 80_000 })
  await season('Boat place', year() + 1, { combinable: true, price: 99_000 })
  const next = await season('Passive', year() + 1, { price: 40_000, isPassive: true })
  const child = await following()
  await goTo(app, before(30))
  expect(await remindRenewals(db())).toBe(1)
  const [mail] = await mails()
  expect(mail).toContain(`Passive ${year() + 1}`)
  expect(mail).toContain(`lines=${bo.memberId}.${next.id}~${alma}.${child.id}`)
  expect(mail).not.toMatch(/Swimmer|Boat place/)
})

test('nobody, where only a trial or another kind of place is on sale', async () => {
  await insertPaidTerm(app, bo.memberId, club.season)
  await season('Trial', year() + 1, { isTrial: true, price: 5000 })
  await season('Boat place', year() + 1, { combinable: true })
  for (const days of [30, 7, 0, -25, -31]) {
    await goTo(app, before(days))
    expect(await remindRenewals(db())).toBe(0)
  }
})

test('somebody with a trial is notified a week before its end and on the first day of grace, with the membership that takes over', async () => {
  const trial = await season('Trial', year(), { isTrial: true })
  await insertPaidTerm(app, bo.memberId, trial)
  const full = await season('Swimmer', year() + 1, { price: 80_000 })
  const remindedOn: string[] = []
  for (const days of [31, 30, 8, 7, 6, 0, -1, -2, -8, -25, -31]) {
    await goTo(app, before(days))
    if ((await remindRenewals(db())) > 0) remindedOn.push(`${days}`)
    await app.runJobs({ all: true })
  }
  expect(remindedOn).toEqual(['7', '-1'])
  const [ends, ended] = (await mails()).toSorted(
    (a, b) => Number(a.includes('has ended')) - Number(b.includes('has ended')),
  )
  expect(ends).toMatch(/^The trial at .* ends on/)
  expect(ends).toContain('Swimmer')
  expect(ends).toContain(`lines=${bo.memberId}.${full.id}`)
  expect(ended).toMatch(/^The trial at .* has ended: continue by/)
})

test('at most one word a morning, and none at Christmas and New Year', async () => {
  await insertPaidTerm(app, bo.memberId, club.season)
  await following()
  await app.database.sql('update organisations set grace_days = 0 where id = $1', [club.id])
  const days: string[] = []
  for (let left = 31; left >= -1; left--) {
    const had = (await mails()).length
    await liveThrough(app, before(left))
    for (let more = (await mails()).length - had; more > 0; more--) days.push(before(left).slice(5))
  }
  expect(days).toEqual(['12-01', '12-27', '12-30'])
})
