import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, copenhagenDate, portalNow } from '#server/database/clock.ts'
import { buildClub, buildParticipant, type Club, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { annaBoAndCarla, familyCalls, forgetFamilies } from '#server/testing/family-calls.ts'
import { followingSeason, goTo, insertPaidTerm } from '#server/testing/purchases/renewing.ts'
import { buyWithConsent } from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { workOf } from './schedule.ts'

let app: TestApp
let club: Club
let late: Club
beforeAll(async () => {
  app = await sharedApp()
  await app.database.sql(`update portal_clock set "offset" = '0'`)
  await forgetFamilies(app)
})
afterAll(() => app.database.sql(`update portal_clock set "offset" = '0'`))

/** Runs every recurring job at an hour of a day in Copenhagen, and what they ask for. @returns how many mails, notices and charges there were */
async function runAllAt(day: string, hour: number) {
  await goTo(app, day)
  await app.moveClock(`${hour - 12} hours`)
  const count = async () => {
    const [row] = await app.database.sql<{ mails: number; notices: number; charges: number }>(`
      select (select count(*)::int from messages) as mails, (select count(*)::int from notifications) as notices,
        (select count(*)::int from renewal_charges where tries > 0) as charges`)
    return row!
  }
  const before = await count()
  for (const { run } of workOf(app.context).recurring) await run()
  await app.runJobs({ all: true })
  const after = await count()
  return {
    mails: after.mails - before.mails,
    notices: after.notices - before.notices,
    charges: after.charges - before.charges,
  }
}

test('no recurring job notifies or charges anybody at night; what was due follows in the morning', async () => {
  const { anna, bo } = await annaBoAndCarla(app)
  const office = await signedIn(app, 'dan@example.com')
  ;[club, late] = [await buildClub(app), await buildClub(app)]
  await grantOffice(app, late, office, ['chair'])
  await followingSeason(app, club, 1)
  await buyWithConsent(app, anna, [{ memberId: anna.memberId, season: club.season }])
  await insertPaidTerm(app, await buildParticipant(app, bo, 'Villads'), club.season)
  await insertPaidTerm(app, bo.memberId, late.season)
  const end = club.season.endDate
  // Answered by nobody for a month.
  const { invite } = familyCalls(() => app)
  await goTo(app, addDays(end, -60))
  await invite(anna, 'bo@example.com')
  await runAllAt(addDays(end, -60), 12)

  const sent = { mails: 0, notices: 0, charges: 0 }
  for (const day of [-29, -28, -14, -7]) {
    for (const hour of [0, 3, 6, 7, 21, 23])
      expect({ hour, ...(await runAllAt(addDays(end, day), hour)) }).toEqual({ hour, mails: 0, notices: 0, charges: 0 })
    const { mails, notices, charges } = await runAllAt(addDays(end, day), 9)
    sent.mails += mails
    sent.notices += notices
    sent.charges += charges
  }
  expect(sent.mails).toBeGreaterThan(2)
  expect(sent.notices).toBeGreaterThan(2)
  expect(sent.charges).toBe(1)
  expect(copenhagenDate(await portalNow(app.context.db))).toBe(addDays(end, -7))
})
