import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acting } from '#contract/members/acting.ts'
import { family } from '#contract/members/family.ts'
import { linkedTo, signedIn, type Person } from '#server/testing/builders.ts'
import { annaBoAndCarla, familyCalls, forgetFamilies } from '#server/testing/family-calls.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let carla: Person
beforeAll(async () => {
  app = await sharedApp()
  ;({ anna, bo, carla } = await annaBoAndCarla(app))
})
beforeEach(() => forgetFamilies(app))

const { invite, approve, reject, end, sent, received } = familyCalls(() => app)

describe('is refused', () => {
  test('to invite oneself, somebody linked already, or without an address of one’s own', async () => {
    expect(await codeOf(invite(anna, 'anna@example.com'))).toBe('invitation_to_oneself')
    await linkedTo(app, bo, anna)
    expect(await codeOf(invite(anna, 'bo@example.com'))).toBe('already_linked')
    const ulla = await signedIn(app, 'unverified@example.com')
    expect(await codeOf(invite(ulla, 'bo@example.com'))).toBe('email_required')
    expect(await codeOf(invite(anna, 'no address'))).toBe('invalid_input')
  })

  test('to answer for the other side, or to change an invitation between others', async () => {
    const { id } = await invite(anna, 'bo@example.com')
    expect(await codeOf(approve(anna, id))).toBe('forbidden')
    expect(await codeOf(reject(anna, id))).toBe('forbidden')
    expect(await codeOf(end(bo, id))).toBe('forbidden')
    for (const call of [approve, reject, end]) expect(await codeOf(call(carla, id))).toBe('not_found')
    expect(await app.database.sql('select status from family_invitations')).toEqual([{ status: 'pending' }])
  })

  test('to a super admin who acts as the invitee', async () => {
    const superAdmin = await signedIn(app, 'super@example.com')
    await app.call(acting.impersonate, { memberId: bo.memberId }, { as: superAdmin.token })
    const { id } = await invite(anna, 'bo@example.com')
    const asBo = { as: superAdmin.token, headers: { 'acting-for': bo.memberId } }
    for (const call of [family.approve, family.reject, family.end])
      expect(await codeOf(app.call(call, { id }, asBo))).toBe('impersonator_refused')
    expect(await app.call(family.invitations, { email: 'bo@example.com' }, asBo)).toMatchObject([{ id }])
    expect(await app.database.sql('select status from family_invitations')).toEqual([{ status: 'pending' }])
  })

  test('to a relative who acts for the invitee', async () => {
    await linkedTo(app, bo, carla)
    const { id } = await invite(anna, 'bo@example.com')
    const forBo = { as: carla.token, headers: { 'acting-for': bo.memberId } }
    for (const call of [family.approve, family.reject, family.end])
      expect(await codeOf(app.call(call, { id }, forBo))).toBe('not_found')
    expect(await codeOf(app.call(family.invitations, { email: 'bo@example.com' }, forBo))).toBe('not_found')
  })

  test('to list what another address sent or received', async () => {
    await invite(anna, 'bo@example.com')
    expect(await codeOf(sent(bo, 'anna@example.com'))).toBe('not_found')
    expect(await codeOf(received(carla, 'bo@example.com'))).toBe('not_found')
    expect(await codeOf(received(carla, 'nobody@nowhere.example'))).toBe('not_found')
  })

  test('to invite more than five a minute, or twenty a day', async () => {
    for (let times = 0; times < 5; times++) await invite(anna, 'bo@example.com')
    expect(await codeOf(invite(anna, 'bo@example.com'))).toBe('too_many_requests')
    const minute = `update rate_windows set started_at = started_at - interval '61 seconds'`
    for (let round = 0; round < 3; round++) {
      await app.database.sql(minute)
      for (let times = 0; times < 5; times++) await invite(anna, 'bo@example.com')
    }
    await app.database.sql(minute)
    expect(await codeOf(invite(anna, 'bo@example.com'))).toBe('too_many_requests')
    expect(await codeOf(invite(bo, 'anna@example.com'))).toBe('ok')
  })
})

test("an invitation that was already answered says so, in the caller's language", async () => {
  const { id } = await invite(anna, 'bo@example.com')
  await approve(bo, id)
  expect(await approve(bo, id)).toEqual({ status: 'error', message: "It's already approved, and you're linked." })
  expect(await reject(bo, id)).toMatchObject({
    status: 'error',
    message: "It's already approved, and you're linked.",
  })
  await end(anna, id)
  expect(await end(bo, id)).toMatchObject({
    status: 'error',
    message: expect.stringContaining('withdrawn or the link ended'),
  })
  expect(await approve(bo, id, 'da')).toMatchObject({
    status: 'error',
    message: expect.stringContaining('gælder ikke'),
  })
  const again = await invite(anna, 'bo@example.com')
  await reject(bo, again.id)
  expect(await approve(bo, again.id)).toMatchObject({ status: 'error', message: expect.stringContaining('declined') })
})

test('every change is recorded with who made it', async () => {
  const { id } = await invite(anna, 'bo@example.com')
  await approve(bo, id)
  await end(anna, id)
  const changes = await app.database.sql(
    `select from_status, to_status, actor_id from status_changes where thing_id = $1 order by id`,
    [id],
  )
  expect(changes).toEqual([
    { from_status: 'pending', to_status: 'approved', actor_id: bo.memberId },
    { from_status: 'approved', to_status: 'ended', actor_id: anna.memberId },
  ])
  const acts = await app.database.sql(`select name, actor_id from acts where data->>'invitationId' = $1 order by id`, [
    id,
  ])
  expect(acts).toEqual([
    { name: 'family_invited', actor_id: anna.memberId },
    { name: 'family_approved', actor_id: bo.memberId },
    { name: 'family_ended', actor_id: anna.memberId },
  ])
})
