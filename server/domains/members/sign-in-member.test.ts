import { beforeEach, expect, test } from 'vitest'
import { members } from '#contract/members/members.ts'
import { inTransaction } from '#server/database/db.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { signInMember } from './sign-in-member.ts'

let app: TestApp
beforeEach(async () => {
  app = await sharedApp()
})

const signIn = async (username: string) => app.call(members.signIn, {}, { as: await app.signIn(username) })
const seed = (id: string, email: string) =>
  app.database.sql('insert into members (id, first_name, last_name, email, city) values ($1, $2, $3, $4, $5)', [
    id,
    'Seeded',
    'Person',
    email,
    'Ribe',
  ])
/** As whoever signed in first before their address was verified. */
const withoutEmail = async (id: string) => {
  await app.database.sql('update members set email = null where id = $1', [id])
  await app.database.sql('delete from messages')
}
const mailsTo = async (id: string) =>
  (await app.database.sql('select template from messages where member_id = $1', [id])).map(({ template }) => template)
const known = '01890000-0000-7000-8000-000000000001'

test('a newcomer becomes an enabled member with names, e-mail and phone from the token', async () => {
  const { member, created } = await signIn('newcomer@example.com')
  expect(created).toBe(true)
  expect(member).toMatchObject({
    firstName: 'Nanna',
    lastName: 'Nielsen',
    email: 'newcomer@example.com',
    phone: '+4531445566',
    enabled: true,
    address: null,
  })
  expect(await signIn('newcomer@example.com')).toMatchObject({ created: false, member: { id: member.id } })
})

test('a sign-in with neither name nor e-mail enters, and gives its name in the profile', async () => {
  const identity = {
    issuer: 'https://nameless.example',
    subject: 'nameless',
    email: null,
    emailVerified: false,
    givenName: '',
    familyName: '',
    name: '',
    phone: '',
    sessionId: null,
    roles: [],
    signedInAt: null,
    expiresAt: new Date(Date.now() + 60_000),
  }
  const via = { device: '', language: 'da', ip: '127.0.0.1' } as const
  const actor = { via, identity, memberId: null, actorId: null, acting: null, roles: [], grants: [] }
  const nothing = () => Promise.resolve()
  const services = {
    ...app.context,
    accountNotifications: { welcome: nothing },
    hasData: {},
    mergeProfile: {},
    recordAdministered: nothing,
  } as unknown as Parameters<typeof signInMember>[0]
  const { member, created } = await inTransaction(app.context.db, (tx) => signInMember(services, tx, actor))
  expect([created, member.firstName, member.lastName, member.email]).toEqual([true, '', '', null])
})

test('ten first requests at once make one member', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => signIn('newcomer@example.com')))
  expect(new Set(answers.map(({ member }) => member.id)).size).toBe(1)
  expect(await app.database.sql('select id from members')).toHaveLength(1)
})

test('a verified e-mail claims its member who has no sign-in yet', async () => {
  await seed(known, 'newcomer@example.com')
  expect(await signIn('newcomer@example.com')).toMatchObject({
    created: false,
    member: { id: known, firstName: 'Seeded' },
  })
})

test('an unverified e-mail claims nobody and is not stored', async () => {
  await seed(known, 'unverified@example.com')
  const { member } = await signIn('unverified@example.com')
  expect(member.id).not.toBe(known)
  expect(member.email).toBeNull()
})

test('an e-mail verified later is stored at the next sign-in, and the welcome goes there', async () => {
  const { member } = await signIn('newcomer@example.com')
  await withoutEmail(member.id)
  expect(await signIn('newcomer@example.com')).toMatchObject({
    created: false,
    member: { id: member.id, email: 'newcomer@example.com' },
  })
  expect(await mailsTo(member.id)).toEqual(['welcome'])
})

test("a sign-in neither replaces an e-mail nor takes somebody else's", async () => {
  const { member } = await signIn('newcomer@example.com')
  await app.database.sql(`update members set email = 'before@example.com' where id = $1`, [member.id])
  expect((await signIn('newcomer@example.com')).member.email).toBe('before@example.com')
  await withoutEmail(member.id)
  await seed(known, 'newcomer@example.com')
  expect((await signIn('newcomer@example.com')).member.email).toBeNull()
})

test('a member whose e-mail is verified later is offered the profile with that address', async () => {
  const { member } = await signIn('newcomer@example.com')
  await withoutEmail(member.id)
  await seed(known, 'newcomer@example.com')
  await signIn('newcomer@example.com')
  expect(await mailsTo(known)).toEqual(['claim'])
})

test("a reassigned e-mail address does not open its former owner's account", async () => {
  await seed(known, 'newcomer@example.com')
  await app.database.sql('insert into member_identities (issuer, subject, member_id) values ($1, $2, $3)', [
    'https://old.example',
    'x',
    known,
  ])
  const { member } = await signIn('newcomer@example.com')
  expect(member).toMatchObject({ firstName: 'Nanna', email: null })
  expect(member.id).not.toBe(known)
})

test('a disabled member is refused at the next call, although the token is valid', async () => {
  const as = await app.signIn('newcomer@example.com')
  const { member } = await app.call(members.signIn, {}, { as })
  await app.database.sql('update members set enabled = false where id = $1', [member.id])
  const email = { email: 'newcomer@example.com' }
  await expect(app.call(members.byEmail, email, { as })).rejects.toMatchObject({ status: 403, code: 'member_disabled' })
  await expect(app.call(members.signIn, {}, { as })).rejects.toMatchObject({ code: 'member_disabled' })
})

test('a sign-in without a member finds nobody by address, creates its member, and is then found', async () => {
  await seed(known, 'anna@example.com')
  const as = await app.signIn('newcomer@example.com')
  const find = (email: string) =>
    Promise.all(
      [members.searchEmail, members.byEmail].map((endpoint) =>
        app.call(endpoint, { email }, { as }).then(
          ({ id }) => id,
          ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
        ),
      ),
    )
  for (const email of ['newcomer@example.com', 'anna@example.com', 'nobody@example.com'])
    expect(await find(email)).toEqual(['404 not_found', '404 not_found'])
  const { id } = await app.call(members.create, {}, { as })
  expect(await find('newcomer@example.com')).toEqual([id, id])
  expect(await find('anna@example.com')).toEqual(['404 not_found', '404 not_found'])
})

test('the specified call creates the member from the token, not from its body', async () => {
  const as = await app.signIn('newcomer@example.com')
  const body = {
    firstName: 'Eve',
    email: 'anna@example.com',
    enabled: false,
    parentId: known,
    roles: ['org:ALL|role:SUPER_ADMIN'],
  }
  expect(await app.call(members.create, body, { as })).toMatchObject({
    firstName: 'Nanna',
    email: 'newcomer@example.com',
    parentId: null,
    enabled: true,
  })
})
