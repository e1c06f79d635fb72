import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acting } from '#contract/members/acting.ts'
import { members } from '#contract/members/members.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { orders } from '#contract/orders/orders.ts'
import { newToken } from '#server/database/new-id.ts'
import { profile } from '#server/testing/authorisation/authorisation-outcomes.ts'
import { buildClub, buildParticipant, linkedTo, signedIn, type Person } from '#server/testing/builders.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { membershipData } from '#server/testing/selection.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let link: string
/** Looked after by Anna. */
let alma: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
  link = await linkedTo(app, anna, bo)
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  await app.database.sql(`update family_invitations set status = 'approved' where id = $1`, [link])
})

const forWhom = (person: Person, memberId: string) => ({ as: person.token, headers: { 'acting-for': memberId } })
const current = async (person: Person, memberId: string) =>
  (await app.call(acting.current, {}, forWhom(person, memberId))).acting
const ended = { status: 403, code: 'acting_for_ended' }

test.each([
  ['a participant of one’s own', () => [anna, alma, 'participant']],
  ['a relative', () => [bo, anna.memberId, 'relative']],
  ['a relative the other way round', () => [anna, bo.memberId, 'relative']],
  ['a relative’s participant', () => [bo, alma, 'relative_participant']],
] as [string, () => [Person, string, string]][])('one acts for %s', async (_, what) => {
  const [person, memberId, as] = what()
  expect(await current(person, memberId)).toMatchObject({ as, until: null, member: { id: memberId } })
  expect(await current(person, memberId.toUpperCase())).toMatchObject({ as })
})

test('naming oneself is acting as oneself', async () => {
  expect(await current(anna, anna.memberId)).toBeNull()
  expect(await current(anna, anna.memberId.toUpperCase())).toBeNull()
  const own = app.call(notifications.list, { memberId: anna.memberId }, forWhom(anna, anna.memberId))
  await expect(own).resolves.toBeDefined()
})

test('nobody is named without the header', async () => {
  expect(await app.call(acting.current, {}, { as: anna.token })).toEqual({ acting: null })
})

test("acting for family does not change one's identity", async () => {
  const own = { memberId: bo.memberId }
  await expect(app.call(notifications.list, own, forWhom(bo, anna.memberId))).resolves.toEqual([])
  const other = app.call(notifications.list, { memberId: anna.memberId }, forWhom(bo, anna.memberId))
  await expect(other).rejects.toMatchObject({ code: 'not_found' })
})

test.each(['pending', 'rejected', 'ended'])(
  'a link that is %s: the next call is refused with the reason',
  async (status) => {
    await app.database.sql('update family_invitations set status = $2 where id = $1', [link, status])
    for (const whom of [anna.memberId, alma]) await expect(current(bo, whom)).rejects.toMatchObject(ended)
    const change = app.call(members.update, profile(alma, '') as never, forWhom(bo, alma))
    await expect(change).rejects.toMatchObject(ended)
  },
)

describe('nobody acts for', () => {
  test("for a relative's other relatives", async () => {
    const carla = await signedIn(app, 'carla@example.com')
    const other = await linkedTo(app, anna, carla)
    await expect(current(bo, carla.memberId)).rejects.toMatchObject(ended)
    await app.database.sql('delete from family_invitations where id = $1', [other])
  })

  test('for an archived or disabled person', async () => {
    for (const change of ['archived_at = portal_now()', 'enabled = false']) {
      await app.database.sql(`update members set ${change} where id = $1`, [alma])
      await expect(current(anna, alma)).rejects.toMatchObject(ended)
      await expect(current(bo, alma)).rejects.toMatchObject(ended)
      await app.database.sql('update members set archived_at = null, enabled = true where id = $1', [alma])
    }
    expect(await current(anna, alma)).toMatchObject({ as: 'participant' })
  })

  test('for an unknown person, a malformed id or two headers', async () => {
    for (const name of [crypto.randomUUID(), 'x', '', `${alma}, ${alma}`])
      await expect(current(anna, name), name).rejects.toMatchObject(ended)
  })

  test('sign-in calls ignore the header', async () => {
    const options = forWhom(anna, bo.memberId)
    expect((await app.call(members.signIn, {}, options)).member.id).toBe(anna.memberId)
    await app.database.sql(`update family_invitations set status = 'ended' where id = $1`, [link])
    expect((await app.call(members.create, {}, options)).id).toBe(anna.memberId)
  })
})

test('a relative sees only what a link shares, and of a participant what is needed', async () => {
  await app.database.sql(
    `update members set gender = 'female', date_of_birth = '1984-02-29', language = 'da', comments = 'note', profile_image = '/x' where id in ($1, $2)`,
    [anna.memberId, alma],
  )
  const found = (await current(bo, anna.memberId))!.member
  expect(found).toMatchObject({
    firstName: 'Anna',
    lastName: 'Holm',
    email: 'anna@example.com',
    phone: '+4520112233',
    familyLink: true,
    familyInvitationStatus: 'approved',
    familyInvitationRequest: link,
    can: { edit: false, buy: true, archive: false, comment: false },
  })
  expect(found).toMatchObject({ gender: '', dateOfBirth: null, profileImage: null, comments: null, language: null })
  expect((await current(bo, alma))!.member).toMatchObject({
    familyInvitationRequest: link,
    dateOfBirth: '1984-02-29',
    comments: null,
    parentId: anna.memberId,
  })
  expect((await current(anna, alma))!.member).toMatchObject({
    familyLink: false,
    familyInvitationStatus: null,
    familyInvitationRequest: null,
  })
})

test("actions for another are visible to both, and to the person's guardian", async () => {
  const club = await buildClub(app)
  await app.call(members.update, { ...profile(alma, ''), city: 'Ribe', lastName: 'Bo' } as never, { as: bo.token })
  const lines = [anna.memberId, alma, bo.memberId].map((memberId) => ({ memberId, season: club.season }))
  await app.call(orders.prepare, { token: newToken(), membershipData: membershipData(lines) }, { as: bo.token })
  const acts = (person: Person) => app.call(acting.acts, {}, { as: person.token })
  const read = (await acts(anna)).acts
  expect(read.map(({ name, as, subject }) => [name, as, subject.id])).toEqual(
    expect.arrayContaining([
      ['order_prepared', 'relative', anna.memberId],
      ['order_prepared', 'relative_participant', alma],
      ['profile_changed', 'relative_participant', alma],
    ]),
  )
  expect(read).toHaveLength(3)
  expect(read.every(({ actor }) => actor.id === bo.memberId)).toBe(true)
  expect((await acts(bo)).acts).toEqual(read)
  const dan = await signedIn(app, 'dan@example.com')
  expect(await acts(dan)).toEqual({ acts: [], next: null })
})

test('the audit log is paged, newest first, each entry once, with a fixed number of queries', async () => {
  const erik = await signedIn(app, 'erik@example.com')
  await app.database.sql(
    `insert into acts (id, actor_id, subject_id, name) select portal_new_id(), $1, $1, 'changed' from generate_series(1, 45)`,
    [erik.memberId],
  )
  const found: string[] = []
  let before: string | undefined
  do {
    const page = await app.call(acting.acts, before ? { before } : {}, { as: erik.token })
    found.push(...page.acts.map(({ id }) => id))
    before = page.next ?? undefined
  } while (before)
  expect(found).toHaveLength(45)
  expect(found).toEqual([...new Set(found)].toSorted().toReversed())
  const few = await countQueries(() => app.call(acting.acts, {}, { as: bo.token }))
  expect(await countQueries(() => app.call(acting.acts, {}, { as: erik.token }))).toBe(few)
})

test('looking up the person acted for takes no extra query', async () => {
  const alone = await countQueries(() => app.call(notifications.bell, {}, { as: bo.token }))
  expect(await countQueries(() => app.call(notifications.bell, {}, forWhom(bo, alma)))).toBe(alone)
})
