import { beforeAll, expect, test } from 'vitest'
import { buildClub, buildParticipant, buildSeason, signedIn } from '#server/testing/builders.ts'
import { insertPaidTerm, membershipOf } from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { readNextSeasons } from '../next-season.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
})

test('whoever has a trial is offered on the page what most hold, as the reminder says, and not the dearest', async () => {
  const club = await buildClub(app)
  const anna = await signedIn(app, 'anna@example.com')
  const { startDate, endDate } = club.season
  const trial = await buildSeason(app, club, {
    name: 'Trial',
    startDate,
    endDate: `${endDate.slice(0, 4)}-11-30`,
    isTrial: true,
  })
  await buildSeason(app, club, { name: `Coached ${endDate.slice(0, 4)}`, price: 150_000 })
  for (let at = 0; at < 10; at++)
    await insertPaidTerm(app, await buildParticipant(app, anna, `Member${at}`), club.season)
  await insertPaidTerm(app, anna.memberId, trial)
  const { id, nextSeason } = await membershipOf(app, anna, anna.memberId, club)
  expect((await readNextSeasons(app.context.db, [id])).get(id)?.id).toBe(club.season.id)
  expect(nextSeason?.membershipConfId).toBe(club.season.id)
})
