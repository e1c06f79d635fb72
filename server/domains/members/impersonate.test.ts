import { beforeEach, describe, expect, test } from 'vitest'
import { acting } from '#contract/members/acting.ts'
import { api } from '#contract/api.ts'
import { members } from '#contract/members/members.ts'
import { messages } from '#contract/notifications/messages.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { orders } from '#contract/orders/orders.ts'
import { newToken } from '#server/database/new-id.ts'
import { buildClub, signedIn, type Person } from '#server/testing/builders.ts'
import { profile } from '#server/testing/authorisation/authorisation-outcomes.ts'
import { membershipData } from '#server/testing/selection.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let superAdmin: Person
beforeEach(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  superAdmin = await signedIn(app, 'super@example.com')
})

const begin = (whom: Person, as = superAdmin) =>
  app.call(acting.impersonate, { memberId: whom.memberId }, { as: as.token })
const end = () => app.call(acting.endImpersonation, {}, { as: superAdmin.token })
/** As the super admin who acts as somebody. */
const like = (whom: Person) => ({ as: superAdmin.token, headers: { 'acting-for': whom.memberId } })
const current = (whom: Person) => app.call(acting.current, {}, like(whom))
const actsOf = async (person: Person) => (await app.call(acting.acts, {}, { as: person.token })).acts
const over = { status: 403, code: 'impersonation_ended' }

test('a super admin acts as a member, sees what they see and has none of their own rights', async () => {
  const begun = await begin(anna)
  expect(begun).toMatchObject({ member: { id: anna.memberId, can: { edit: true } }, as: 'impersonator' })
  expect((await current(anna)).acting).toEqual(begun)
  const own = { memberId: superAdmin.memberId }
  expect(await app.call(notifications.list, { memberId: anna.memberId }, like(anna))).toEqual([])
  await expect(app.call(notifications.list, own, like(anna))).rejects.toMatchObject({ code: 'not_found' })
  await expect(app.call(messages.failed, {}, like(anna))).rejects.toMatchObject({ code: 'forbidden' })
  await expect(app.call(members.byEmail, { email: 'bo@example.com' }, like(anna))).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('it ends 30 minutes after its last use', async () => {
  await begin(anna)
  for (let times = 0; times < 3; times++) {
    await app.moveClock('29 minutes')
    expect((await current(anna)).acting).toMatchObject({ as: 'impersonator' })
  }
  await app.moveClock('30 minutes')
  await expect(current(anna)).rejects.toMatchObject(over)
  await expect(current(anna)).rejects.toMatchObject(over)
})

test('a use is recorded at most once a minute', async () => {
  await begin(anna)
  const usedAt = async () =>
    (await app.database.sql<{ used_at: Date }>('select used_at from impersonations'))[0]!.used_at
  const begun = await usedAt()
  await app.moveClock('50 seconds')
  await current(anna)
  expect(await usedAt()).toEqual(begun)
  await app.moveClock('20 seconds')
  await current(anna)
  expect((await usedAt()).getTime()).toBeGreaterThan(begun.getTime() + 60_000)
})

test('an open stream does not count as use', async () => {
  await begin(anna)
  await app.moveClock('29 minutes')
  await app.call(notifications.stream, {}, like(anna))
  await app.moveClock('2 minutes')
  await expect(current(anna)).rejects.toMatchObject(over)
})

test('it ends when the super admin ends it, also for a call with the old header', async () => {
  await begin(anna)
  await app.call(acting.endImpersonation, {}, like(anna))
  await expect(current(anna)).rejects.toMatchObject(over)
  await end()
  await expect(app.call(acting.endImpersonation, {}, like(anna))).resolves.toBeUndefined()
})

test('beginning again replaces the grant, and a double click makes one', async () => {
  await begin(anna)
  const often = (call: () => Promise<unknown>) => Promise.all(Array.from({ length: 10 }, call))
  // The connections are open when it matters.
  await often(() => current(anna))
  await often(() => begin(bo))
  await expect(current(anna)).rejects.toMatchObject(over)
  expect((await current(bo)).acting).toMatchObject({ member: { id: bo.memberId } })
  expect(await app.database.sql('select from impersonations where ended_at is null')).toHaveLength(1)
})

test('of two begun at once the open one counts, although the other began later', async () => {
  await begin(bo)
  await app.database.sql(
    `insert into impersonations (id, actor_id, member_id, started_at, ended_at)
     values (gen_random_uuid(), $1, $2, portal_now() + interval '1 second', portal_now() + interval '1 second')`,
    [superAdmin.memberId, bo.memberId],
  )
  expect((await current(bo)).acting).toMatchObject({ member: { id: bo.memberId } })
})

test('nobody switches to a third person while impersonating', async () => {
  await begin(anna)
  await expect(app.call(acting.impersonate, { memberId: bo.memberId }, like(anna))).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect((await current(anna)).acting).toMatchObject({ as: 'impersonator' })
})

describe('refused', () => {
  const refused = { status: 403, code: 'impersonation_refused' }
  const makeSuperAdmin = (who: Person) =>
    app.database.sql('update member_identities set roles_seen = $2 where member_id = $1', [
      who.memberId,
      JSON.stringify(['org:ROKLUB|role:USER', 'org:ALL|role:SUPER_ADMIN']),
    ])

  test('for oneself, another super admin or a disabled member; an unknown one is not found', async () => {
    await expect(begin(superAdmin)).rejects.toMatchObject(refused)
    // Whatever is known of their roles.
    await app.database.sql(`update member_identities set roles_seen = '[]'`)
    await expect(begin(superAdmin)).rejects.toMatchObject(refused)
    await makeSuperAdmin(bo)
    await expect(begin(bo)).rejects.toMatchObject(refused)
    await app.database.sql('update members set enabled = false where id = $1', [anna.memberId])
    await expect(begin(anna)).rejects.toMatchObject(refused)
    await expect(begin({ ...anna, memberId: crypto.randomUUID() })).rejects.toMatchObject({ code: 'not_found' })
    expect(await app.database.sql('select from impersonations')).toEqual([])
  })

  test('to anybody but a super admin of ALL, grant or not', async () => {
    const admin = await signedIn(app, 'admin@roklub.example')
    await expect(begin(anna, admin)).rejects.toMatchObject({ code: 'forbidden' })
    await app.database.sql('insert into impersonations (id, actor_id, member_id) values (gen_random_uuid(), $1, $2)', [
      admin.memberId,
      anna.memberId,
    ])
    const forged = app.call(acting.current, {}, { as: admin.token, headers: { 'acting-for': anna.memberId } })
    await expect(forged).rejects.toMatchObject(over)
  })

  test('as soon as the member becomes a super admin, or is disabled', async () => {
    await begin(anna)
    await makeSuperAdmin(anna)
    await expect(current(anna)).rejects.toMatchObject(over)
    await begin(bo)
    await app.database.sql('update members set enabled = false where id = $1', [bo.memberId])
    await expect(current(bo)).rejects.toMatchObject(over)
  })

  test('actions reserved for the member', async () => {
    const club = await buildClub(app)
    await begin(anna)
    const payments = app.call(
      api.organisations.activePaymentConfiguration,
      { id: club.id, provider: 'freepay' },
      like(anna),
    )
    await expect(payments).rejects.toMatchObject({ status: 403, code: 'impersonator_refused' })
    const mine = profile(anna.memberId, '+4520112233')
    const renamed = await app.call(members.update, { ...mine, firstName: 'Anne' } as never, like(anna))
    expect(renamed.firstName).toBe('Anne')
    const called = app.call(members.update, { ...mine, phone: '+4599999999' } as never, like(anna))
    await expect(called).rejects.toMatchObject({ status: 403, code: 'impersonator_refused' })
  })

  test('family links and message preferences', async () => {
    const refusal = { status: 403, code: 'impersonator_refused' }
    await begin(anna)
    const invite = app.call(api.family.invite, { inviteeEmail: 'super@example.com' }, like(anna))
    await expect(invite).rejects.toMatchObject(refusal)
    expect(await app.database.sql('select from family_invitations')).toEqual([])
    const asked = await app.call(api.family.invite, { inviteeEmail: 'anna@example.com' }, { as: superAdmin.token })
    for (const answer of [api.family.approve, api.family.reject, api.family.end])
      await expect(app.call(answer, { id: asked.id }, like(anna))).rejects.toMatchObject(refusal)

    for (const [kind, wanted] of [
      ['family', false],
      ['events', false],
      ['family', true],
    ] as const)
      await expect(app.call(messages.prefer, { kind, channel: 'mail', wanted }, like(anna))).rejects.toMatchObject(
        refusal,
      )
    expect(await app.database.sql('select from message_preferences')).toEqual([])
  })

  test("the member's consent to keep a card: an order is prepared without it", async () => {
    const club = await buildClub(app)
    await begin(anna)
    const data = membershipData([{ memberId: anna.memberId, season: club.season }], { autoRenewal: true })
    const { token } = await app.call(orders.prepare, { token: newToken(), membershipData: data }, like(anna))
    const { own } = await app.call(orders.state, { token }, { as: anna.token })
    expect(own).toMatchObject({ autoRenewal: false })
  })
})

describe('the log', () => {
  const names = async (person: Person) => (await actsOf(person)).map(({ name }) => name)

  test('has beginning and end, with names, for both to read', async () => {
    await begin(anna)
    await end()
    expect(await names(anna)).toEqual(['impersonation_ended', 'impersonation_started'])
    expect((await actsOf(anna))[1]).toMatchObject({
      actor: { id: superAdmin.memberId, firstName: 'Susanne', lastName: 'Dahl' },
      subject: { id: anna.memberId, firstName: 'Anna' },
      as: 'impersonator',
    })
    expect(await actsOf(superAdmin)).toEqual(await actsOf(anna))
    expect(await actsOf(bo)).toEqual([])
  })

  test('has every successful write, no read and no failure', async () => {
    await begin(anna)
    await app.call(members.update, { ...profile(anna.memberId, '+4520112233'), lastName: 'Lund' } as never, like(anna))
    await app.call(notifications.markRead, { receiverId: anna.memberId, read: true }, like(anna))
    await app.call(notifications.page, {}, like(anna))
    const failing = app.call(notifications.remove, { id: crypto.randomUUID() }, like(anna))
    await expect(failing).rejects.toMatchObject({ code: 'not_found' })
    const [changed, renamed, ...rest] = await actsOf(anna)
    expect(changed).toMatchObject({ name: 'changed', data: { call: `PUT ${notifications.markRead.path}` } })
    expect(renamed).toMatchObject({ name: 'profile_changed', as: 'impersonator' })
    expect(renamed!.data).toEqual({ fields: ['lastName'] })
    expect(rest.map(({ name }) => name)).toEqual(['impersonation_started'])
  })

  test('has calls with transactions of their own', async () => {
    await begin(anna)
    const club = await buildClub(app)
    await app.call(api.memberships.createItem, { memberId: anna.memberId, orgId: club.id }, like(anna))
    expect(await names(anna)).toEqual(['changed', 'impersonation_started'])
  })

  test("has an order prepared in the member's name, and they learn that it is ready", async () => {
    const club = await buildClub(app)
    await begin(anna)
    const membershipLines = membershipData([{ memberId: anna.memberId, season: club.season }])
    const { token } = await app.call(orders.prepare, { token: newToken(), membershipData: membershipLines }, like(anna))
    const { own } = await app.call(orders.state, { token }, { as: anna.token })
    expect(own).toMatchObject({ can: { pay: true, cancel: true } })
    const [newest] = await app.call(notifications.list, { memberId: anna.memberId }, { as: anna.token })
    expect(newest).toMatchObject({ type: 'ORDER_READY', data: { orgId: club.id }, read: false })
    expect(newest!.message).toContain('885')
    expect((await actsOf(anna))[0]).toMatchObject({ name: 'order_prepared', data: { orderNumber: own!.number } })
    const causes = await app.database.sql('select actor_id, subject_id from status_changes where thing_id = $1', [
      own!.id,
    ])
    await app.call(orders.cancel, { token }, like(anna))
    expect((await actsOf(anna))[0]).toMatchObject({ name: 'order_cancelled' })
    expect(causes).toEqual([])
    expect(
      await app.database.sql(`select actor_id, subject_id from status_changes where thing_id = $1`, [own!.id]),
    ).toEqual([{ actor_id: superAdmin.memberId, subject_id: anna.memberId }])
  })

  test('cannot be changed or deleted, not even in the database', async () => {
    await begin(anna)
    for (const statement of ["update acts set name = 'x'", 'delete from acts', 'truncate acts'])
      await expect(app.database.sql(statement)).rejects.toThrow('written once')
    expect(await names(anna)).toEqual(['impersonation_started'])
  })
})
