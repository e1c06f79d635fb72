import { beforeAll, beforeEach, expect, test } from 'vitest'
import { family } from '#contract/members/family.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { inTransaction } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { buildClub, buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { lockWaits } from '#server/testing/lock-waits.ts'
import { openTicketWindow } from '#server/testing/purchases/event-purchase.ts'
import { openWindow, payInWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

/** A payment window outlives the hold behind it: the child may have been put away when the money comes. */
let app: TestApp
let anna: Person
let alma: string
let club: Club
let token: string
let window: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  await app.database.sql('delete from notifications')
  club = await buildClub(app)
  alma = await buildParticipant(app, anna, 'Alma')
  token = await prepare(app, anna, [{ memberId: alma, season: club.season }])
  window = await openWindow(app, anna, club.season, token)
})

const archive = () => app.call(family.archiveParticipant, { id: alma }, { as: anna.token })
const pay = async () => visit((await payInWindow(window, '0000'))!)
const people = async () =>
  (await app.call(family.people, {}, { as: anna.token })).map(({ member }) => member.id).filter((id) => id === alma)

test('a child with an open order is not archived', async () => {
  expect(await codeOf(archive())).toBe('participant_holds_membership')
})

test('a late payment restores the child, and their guardian is notified why', async () => {
  await app.moveClock('31 minutes')
  await archive()
  expect(await people()).toEqual([])
  await pay()
  expect((await stateOf(app, anna, token)).status).toBe('paid')
  expect(await people()).toEqual([alma])
  const { newest } = await app.call(notifications.bell, {}, { as: anna.token })
  expect(newest.map(({ title }) => title)).toContain('Alma Holm was restored')
  expect(await codeOf(archive())).toBe('participant_holds_membership')
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('archived and paid at the same moment: no archived person has a ticket', async () => {
  const event = await buildEvent(app, club)
  token = await prepare(app, anna, [{ memberId: alma, event }])
  window = await openTicketWindow(app, anna, event, token, 20_000)
  await app.moveClock('31 minutes')
  // The child is being put away: nothing is held for it any more, and that is not committed yet.
  const ended = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const archiving = inTransaction(app.context.db, async (tx) => {
    await tx.execute(sql`select from members where id = ${alma} for update`)
    await tx.execute(sql`update members set archived_at = portal_now() where id = ${alma}`)
    begun.resolve()
    await ended.promise
  })
  await begun.promise
  const paying = pay()
  await Promise.race([paying, lockWaits(app, 1)])
  ended.resolve()
  await Promise.all([archiving, paying])
  await app.runJobs({ all: true })
  expect((await stateOf(app, anna, token)).status).toBe('paid')
  expect(await people()).toEqual([alma])
})
