import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { family } from '#contract/members/family.ts'
import { members, type Member } from '#contract/members/members.ts'
import { memberships } from '#contract/memberships/memberships.ts'
import { profile } from '../testing/authorisation/authorisation-outcomes.ts'
import { buildClub, buildParticipant, linkedTo, signedIn, type Person } from '../testing/builders.ts'
import { buy } from '../testing/purchase.ts'
import { sharedApp, type ApiProblem, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
/** A participant of Anna's, who is linked with Bo. */
let alma: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
  await linkedTo(app, anna, bo)
})
beforeEach(() => app.database.sql('delete from rate_windows'))

/** Everything that somebody might hope is taken over. */
const hopes = () => ({
  memberId: bo.memberId,
  parentId: bo.memberId,
  parent_id: bo.memberId,
  email: 'boss@example.com',
  enabled: false,
  status: 'active',
  paymentStatus: 'paid',
  roles: ['org:ALL|role:SUPER_ADMIN'],
  realm_access: { roles: ['org:ALL|role:SUPER_ADMIN'] },
  rolesSeen: ['org:ALL|role:SUPER_ADMIN'],
  familyLink: true,
  familyInvitationStatus: 'approved',
  familyInvitationRequest: 'approved',
  comments: 'the club loves me',
  archivedAt: '2020-01-01T00:00:00Z',
  archived_at: '2020-01-01T00:00:00Z',
  registrationDate: '2000-01-01T00:00:00Z',
  profileImage: 'https://evil.example/x.png',
  search: 'super',
  can: { edit: true, buy: true, archive: true, comment: true },
  __proto__: { enabled: false },
  constructor: { prototype: { enabled: false } },
})

const rowOf = async (id: string) => {
  const [row] = await app.database.sql<Record<string, unknown>>('select * from members where id = $1', [id])
  return row!
}
const identities = () => app.database.sql('select * from member_identities order by subject')

/** The differences between two rows. */
const changed = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  Object.keys(after)
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .toSorted()

test.each([
  ['oneself', () => [anna, anna.memberId]],
  ['a participant', () => [anna, alma]],
  ['a relative’s participant', () => [bo, alma]],
] as [string, () => [Person, string]][])('saving %s takes over nothing but what may be said', async (_, what) => {
  const [person, id] = what()
  const before = await rowOf(id)
  const seen = await identities()
  const phone = String(before['phone'])
  const body = { ...hopes(), ...profile(id, phone), firstName: String(before['first_name']), city: 'Ribe' }
  await app.call(
    members.update,
    { ...body, address: { ...body.address, City: 'Ribe', PostCode: ' 40 00 ' } } as never,
    {
      as: person.token,
    },
  )
  expect(changed(before, await rowOf(id))).toEqual(
    ['city', 'post_code', 'update_date'].concat(before['language'] === null ? [] : ['language']).toSorted(),
  )
  expect(await rowOf(id)).toMatchObject({ city: 'Ribe', post_code: '4000', enabled: true, comments: '' })
  expect(await identities()).toEqual(seen)
  await app.database.sql(`update members set city = '', post_code = '' where id = $1`, [id])
})

test('a new participant belongs to the caller, and only permitted fields are stored', async () => {
  const child = await app.call(
    family.addParticipant,
    { ...hopes(), ...profile(randomUUID(), ''), firstName: 'Asger', address: null } as never,
    { as: anna.token },
  )
  expect(await rowOf(child.id)).toMatchObject({
    parent_id: anna.memberId,
    email: null,
    enabled: true,
    comments: '',
    archived_at: null,
    profile_image: null,
  })
  expect(child).toMatchObject({ familyLink: false, familyInvitationStatus: null, comments: null })
})

test("creating a member twice, with somebody else's body, is signing in", async () => {
  const before = await rowOf(bo.memberId)
  const again = await app.call(members.create, { ...hopes(), id: anna.memberId }, { as: bo.token })
  expect(again.id).toBe(bo.memberId)
  expect(changed(before, await rowOf(bo.memberId))).toEqual([])
})

test('a status is calculated, whatever else is sent', async () => {
  const club = await buildClub(app)
  await buy(app, anna, club)
  const sent = { ...hopes(), memberIds: [anna.memberId], status: 'cancelled', statuses: { [anna.memberId]: 'expired' } }
  const [status] = await app.call(memberships.calculateStatus, sent, { as: anna.token })
  expect(status).toMatchObject({ status: 'active' })
})

describe('a club’s notes', () => {
  let admin: Person
  const fields = () => profile(anna.memberId, '+4520112233')
  const as = (person: Person) => ({ as: person.token })
  beforeAll(async () => {
    admin = await signedIn(app, 'admin@roklub.example')
    await buy(app, anna, await buildClub(app, { key: 'ROKLUB' }))
  })

  test('are written by its office, change nothing else, and are hidden from the member', async () => {
    const before = await rowOf(anna.memberId)
    const body = { ...fields(), firstName: 'Other', comments: 'Rows well' } as never
    const seen: Member = await app.call(members.update, body, as(admin))
    expect(seen).toMatchObject({ firstName: 'Anna', comments: 'Rows well', can: { comment: true, edit: false } })
    expect(changed(before, await rowOf(anna.memberId))).toEqual(['update_date'])
    const byMail = { email: 'anna@example.com' }
    expect((await app.call(members.byEmail, byMail, as(anna))).comments).toBeNull()
    expect((await app.call(members.byEmail, byMail, as(bo))).comments).toBeNull()
  })

  test("are refused empty, from another club's office and from family", async () => {
    const code = (person: Person, body: object) =>
      app.call(members.update, body as never, as(person)).then(
        () => 'ok',
        (error: unknown) => (error as ApiProblem).code,
      )
    expect(await code(admin, fields())).toBe('forbidden')
    expect(await code(bo, { ...fields(), comments: 'x' })).toBe('forbidden')
    const other = await signedIn(app, 'admin@tennis.example')
    expect(await code(other, { ...fields(), comments: 'x' })).toBe('not_found')
    const dan = await signedIn(app, 'dan@example.com')
    await app.database.sql('update memberships set enabled = true')
    expect(await code(admin, { ...fields(), id: dan.memberId, comments: 'x' })).toBe('not_found')
  })

  test('are separate for each club: only an admin of both reads both', async () => {
    const other = await buildClub(app, { key: 'TENNIS' })
    await buy(app, anna, other)
    const note = async (person: Person, comments?: string) => {
      const seen = comments
        ? await app.call(members.update, { ...fields(), comments } as never, as(person))
        : await app.call(members.byEmail, { email: 'anna@example.com' }, as(person))
      return [seen.comments, seen.can.comment]
    }
    expect(await note(admin, 'Rows well')).toEqual(['Rows well', true])
    const trainer = await signedIn(app, 'admin@tennis.example')
    expect(await note(trainer)).toEqual(['', true])
    expect(await note(trainer, 'Serves well')).toEqual(['Serves well', true])
    expect(await note(admin)).toEqual(['Rows well', true])
    const both = await signedIn(app, 'super@example.com')
    expect(await note(both)).toEqual([
      expect.stringMatching(/: Rows well\n\n.*: Serves well|: Serves well\n\n.*: Rows well/),
      false,
    ])
    const write = app.call(members.update, { ...fields(), comments: 'x' } as never, as(both))
    await expect(write).rejects.toMatchObject({ code: 'forbidden' })
  })
})
