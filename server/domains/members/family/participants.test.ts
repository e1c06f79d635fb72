import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acting } from '#contract/members/acting.ts'
import { family, type ParticipantFields } from '#contract/members/family.ts'
import { orders } from '#contract/orders/orders.ts'
import { newToken } from '#server/database/new-id.ts'
import { buildClub, linkedTo, signedIn, type Person } from '#server/testing/builders.ts'
import { buy, membershipData, prepare } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  await app.database.sql(
    `update members set address_line1 = 'Havnevej 12', post_code = '4000', city = 'Roskilde', country = 'Denmark' where id = $1`,
    [anna.memberId],
  )
})
beforeEach(() => app.database.sql('delete from rate_windows'))

let made = 0
/** Somebody new with each call. */
const fields = (changes: Partial<ParticipantFields> = {}): ParticipantFields => ({
  firstName: 'Alma',
  lastName: `Holm ${++made}`,
  phone: '',
  gender: 'female',
  dateOfBirth: '2014-09-21',
  language: null,
  address: null,
  ...changes,
})
const add = (person: Person, changes: Partial<ParticipantFields> & Record<string, unknown> = {}) =>
  app.call(family.addParticipant, fields(changes), { as: person.token })
const archive = (person: Person, id: string) => app.call(family.archiveParticipant, { id }, { as: person.token })
const restore = (person: Person, id: string) => app.call(family.restoreParticipant, { id }, { as: person.token })
const people = async (person: Person) =>
  (await app.call(family.people, {}, { as: person.token })).map(({ member }) => member.id)

describe('somebody without a sign-in', () => {
  test("is added with their guardian's address, and can be bought for at once", async () => {
    const child = await add(anna)
    expect(child).toMatchObject({
      parentId: anna.memberId,
      firstName: 'Alma',
      email: null,
      dateOfBirth: '2014-09-21',
      archivedAt: null,
      address: { AddressLine1: 'Havnevej 12', PostCode: '4000', City: 'Roskilde', Country: 'Denmark' },
      can: { edit: true, buy: true, archive: true },
    })
    expect(await people(anna)).toContain(child.id)
    const club = await buildClub(app)
    await prepare(app, anna, [{ memberId: child.id, season: club.season }])
  })

  test('may have another address', async () => {
    const address = {
      AddressLine1: 'Søgade 2',
      AddressLine2: '',
      AddressLine3: '',
      City: 'Ribe',
      PostCode: '67 60',
      Country: 'Denmark',
    }
    expect(await add(anna, { address })).toMatchObject({ address: { ...address, PostCode: '6760' } })
  })

  test('belongs to the caller, whatever the body says', async () => {
    const child = await add(anna, { parentId: bo.memberId, email: 'bo@example.com', id: bo.memberId, enabled: false })
    expect(child).toMatchObject({ parentId: anna.memberId, email: null, enabled: true })
    expect(await people(bo)).toEqual([])
  })

  test('is added once when the form is sent again, as it was sent last', async () => {
    const ida = { firstName: 'Ida', lastName: 'Holm' }
    const first = await add(anna, ida)
    expect(await add(anna, { ...ida, phone: '+4520304050' })).toMatchObject({ id: first.id, phone: '+4520304050' })
    expect((await add(anna, { ...ida, dateOfBirth: null })).id).not.toBe(first.id)
  })

  test.each([
    [{ firstName: ' ' }, 'firstName'],
    [{ dateOfBirth: '2999-01-01' }, 'dateOfBirth'],
    [{ phone: 'call' }, 'phone'],
    [{ gender: 'robot' as never }, 'gender'],
  ])('with %o is refused with its field', async (wrong, path) => {
    await expect(add(anna, wrong)).rejects.toMatchObject({ code: 'invalid_input', body: { errors: [{ path }] } })
  })
})

test('at most fifty participants, also when added at once', async () => {
  const dan = await signedIn(app, 'dan@example.com')
  await app.database.sql(
    `insert into members (id, parent_id, first_name, last_name) select portal_new_id(), $1, 'No ' || n, 'Krogh' from generate_series(1, 48) n`,
    [dan.memberId],
  )
  const answers = await Promise.all(Array.from({ length: 8 }, () => codeOf(add(dan))))
  expect(answers.filter((one) => one === 'ok')).toHaveLength(2)
  expect(answers.filter((one) => one === 'too_many_participants')).toHaveLength(6)
  const [first, second] = await people(dan)
  await archive(dan, first!)
  await archive(dan, second!)
  await add(dan)
  expect(await codeOf(restore(dan, first!))).toBe('ok')
  expect(await codeOf(restore(dan, second!))).toBe('too_many_participants')
})

describe('an archived participant', () => {
  test('cannot be chosen, and can be restored', async () => {
    const child = await add(anna)
    const put = await archive(anna, child.id)
    expect(put).toMatchObject({ id: child.id, can: { edit: false, buy: false, archive: false } })
    expect(put.archivedAt).not.toBeNull()
    expect(await people(anna)).not.toContain(child.id)
    const away = () => app.call(family.archivedParticipants, {}, { as: anna.token })
    expect(await away()).toMatchObject([{ id: child.id }])
    const club = await buildClub(app)
    const lines = [{ memberId: child.id, season: club.season }]
    expect(await codeOf(prepare(app, anna, lines))).toBe('not_found')
    expect(await archive(anna, child.id)).toEqual(put)

    expect(await restore(anna, child.id)).toMatchObject({ archivedAt: null, can: { buy: true } })
    expect(await away()).toEqual([])
    expect(await codeOf(prepare(app, anna, lines))).toBe('ok')
  })

  test('is archived by their guardian only, not by a stranger or a relative', async () => {
    const child = await add(anna)
    expect(await codeOf(archive(bo, child.id))).toBe('not_found')
    await linkedTo(app, anna, bo)
    expect(await people(bo)).toContain(child.id)
    expect(await codeOf(archive(bo, child.id))).toBe('not_found')
    expect(await codeOf(restore(bo, child.id))).toBe('not_found')
    expect(await codeOf(archive(anna, anna.memberId))).toBe('not_found')
    expect(await codeOf(archive(anna, bo.memberId))).toBe('not_found')
    await app.database.sql('delete from family_invitations')
  })

  test('has no membership and no open order', async () => {
    const child = await add(anna)
    const club = await buildClub(app)
    const token = await prepare(app, anna, [{ memberId: child.id, season: club.season }])
    await expect(archive(anna, child.id)).rejects.toMatchObject({
      status: 409,
      code: 'participant_holds_membership',
      body: { data: { until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) } },
    })
    await app.call(orders.cancel, { token }, { as: anna.token })
    await archive(anna, child.id)
    await restore(anna, child.id)

    await buy(app, { ...anna, memberId: child.id }, club)
    await expect(archive(anna, child.id)).rejects.toMatchObject({ body: { data: { until: club.season.endDate } } })
    await app.moveClock('400 days')
    expect(await codeOf(archive(anna, child.id))).toBe('ok')
    await app.moveClock('-400 days')
  })

  test('is never bought for at the same time', async () => {
    const club = await buildClub(app)
    for (let round = 0; round < 12; round++) {
      await app.database.sql('delete from rate_windows')
      const child = await add(anna)
      const outcome = await Promise.all([
        codeOf(archive(anna, child.id)),
        codeOf(
          app.call(
            orders.prepare,
            { token: newToken(), membershipData: membershipData([{ memberId: child.id, season: club.season }]) },
            { as: anna.token },
          ),
        ),
      ])
      expect(outcome.filter((one) => one === 'ok')).toHaveLength(1)
    }
  })
})

test('both guardians can read what was done for a participant', async () => {
  const child = await add(anna, { firstName: 'Viggo', lastName: 'Holm' })
  await archive(anna, child.id)
  await restore(anna, child.id)
  const { acts } = await app.call(acting.acts, {}, { as: anna.token })
  expect(acts.filter(({ subject }) => subject.id === child.id)).toMatchObject([
    { name: 'participant_restored', as: 'participant' },
    { name: 'participant_archived', as: 'participant' },
    { name: 'participant_added', as: 'participant', data: { name: 'Viggo Holm' } },
  ])
  expect((await app.call(acting.acts, {}, { as: bo.token })).acts).toEqual([])
})
