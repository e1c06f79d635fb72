import { beforeAll, beforeEach, expect, test } from 'vitest'
import { conversations } from '#contract/conversations/conversations.ts'
import { officeAccess } from '#contract/office/access.ts'
import { officeConversations } from '#contract/conversations/office.ts'
import { officeHistory } from '#contract/audit/history.ts'
import type { OfficeRole } from '#contract/office/scopes.ts'
import { messagesOf } from '#server/messages.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { readBeforeWriting } from '#server/testing/lock-waits.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { withoutLocks } from '#server/testing/without-locks.ts'
import { invitationToken } from './invitation-token.ts'

let app: TestApp
let club: Club
let operator: Person
let anna: Person
let bo: Person
let dan: Person

beforeAll(async () => {
  app = await sharedApp()
  operator = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  dan = await signedIn(app, 'dan@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  await app.database.sql('update office_grants set revoked_at = portal_now() where revoked_at is null')
  club = await buildClub(app)
})

const as = ({ token }: Person) => ({ as: token })
const inClub = () => ({ orgId: club.id })
const people = (who: Person) => app.call(officeAccess.people, inClub(), as(who))
const invite = (who: Person, email: string, roles: OfficeRole[]) =>
  app.call(officeAccess.invite, { ...inClub(), email, roles }, as(who))
const revoke = (who: Person, grantId: string) => app.call(officeAccess.revoke, { ...inClub(), grantId }, as(who))
const change = (who: Person, grantId: string, roles: OfficeRole[], version = 1) =>
  app.call(officeAccess.change, { ...inClub(), grantId, roles, version }, as(who))
const accept = (who: Person, token: string) => app.call(officeAccess.accept, { token }, as(who))

/** The token in the link of the newest invitation's mail, as it is written when it is sent. */
async function mailedToken(): Promise<string> {
  const [message] = await app.database.sql<{ data: unknown }>(
    `select data from messages where template = 'office-invited' order by created_at desc, id desc limit 1`,
  )
  const mail = await messagesOf(app.context).mails['office-invited'](message!.data as never)
  return new URL(mail!.content.button!.url).searchParams.get('token')!
}

const history = async (who: Person) =>
  (await app.call(officeHistory.list, inClub(), as(who))).entries.map(({ name, label }) => `${name} ${label}`)

test('an invitation is accepted once, by the person who was invited, and gives the roles', async () => {
  expect((await invite(operator, 'dan@example.com', ['treasurer'])).invitations).toMatchObject([
    { email: 'dan@example.com', roles: ['treasurer'], expired: false },
  ])
  const token = await mailedToken()
  expect(await app.call(officeAccess.invitation, { token }, as(anna))).toMatchObject({
    email: 'dan@example.com',
    yours: 'anna@example.com',
    roles: ['treasurer'],
    club: { id: club.id },
  })
  expect(await codeOf(accept(anna, token))).toBe('office_invitation_of_other')
  const office = await accept(dan, token)
  expect(office).toMatchObject({ club: { key: club.key }, roles: ['treasurer'], bySignIn: false, readOnly: false })
  expect(office.scopes).toContain('money.refund')
  expect(office.scopes).not.toContain('settings')
  expect(await app.call(officeAccess.mine, {}, as(dan))).toEqual([office])
  expect(await app.call(officeAccess.show, { orgKey: club.key }, as(dan))).toEqual(office)

  expect(await app.call(officeAccess.invitation, { token }, as(dan))).toMatchObject({ accepted: true })
  expect(await accept(dan, token)).toEqual(office)
  await grantOffice(app, club, bo, ['door'])
  for (const other of [anna, bo]) expect(await codeOf(accept(other, token))).toBe('office_invitation_invalid')
  expect(await codeOf(app.call(officeAccess.invitation, { token }, as(anna)))).toBe('office_invitation_invalid')
  expect(await history(operator)).toEqual([
    expect.stringMatching(/^access_accepted Dan /),
    'access_invited dan@example.com',
  ])
  const { people: inside } = await people(operator)
  await revoke(operator, inside.find(({ memberId }) => memberId === dan.memberId)!.grantId!)
  expect(await codeOf(accept(dan, token))).toBe('office_invitation_invalid')
})

test('a new link replaces the old one, and neither works once it has ended or is withdrawn', async () => {
  await invite(operator, 'dan@example.com', ['door'])
  const first = await mailedToken()
  const { invitations } = await invite(operator, 'dan@example.com', ['secretary'])
  expect(invitations).toMatchObject([{ roles: ['secretary'] }])
  const second = await mailedToken()
  expect(await codeOf(accept(dan, first))).toBe('office_invitation_invalid')

  const [ended] = await app.database.sql<{ id: string; expiresAt: Date }>(
    `update office_invitations set expires_at = date_trunc('milliseconds', portal_now())
     where org_id = $1 and withdrawn_at is null returning id, expires_at as "expiresAt"`,
    [club.id],
  )
  const late = invitationToken(app.context.secrets, ended!)
  expect(await codeOf(accept(dan, late))).toBe('office_invitation_ended')
  expect(await codeOf(app.call(officeAccess.invitation, { token: late }, as(dan)))).toBe('office_invitation_ended')
  expect(await codeOf(accept(dan, second))).toBe('office_invitation_invalid')
  const renewed = (await invite(operator, 'dan@example.com', ['secretary'])).invitations[0]!
  const third = await mailedToken()
  await app.call(officeAccess.withdraw, { ...inClub(), invitationId: renewed.id }, as(operator))
  expect(await codeOf(accept(dan, third))).toBe('office_invitation_invalid')
  for (const made of ['made-up', `${renewed.id}.1.x`, third.slice(0, -2)])
    expect(await codeOf(accept(dan, made))).toBe('office_invitation_invalid')
})

test('whoever has access is not invited again, and nobody gives themself a role', async () => {
  const chair = await grantOffice(app, club, anna, ['chair'])
  await grantOffice(app, club, bo, ['secretary'])
  expect(await codeOf(invite(anna, 'bo@example.com', ['door']))).toBe('already_in_office')
  expect(await codeOf(invite(anna, 'anna@example.com', ['door']))).toBe('own_access')
  expect(await codeOf(change(anna, chair, ['chair', 'door']))).toBe('own_access')
  expect(await codeOf(revoke(anna, chair))).toBe('own_access')
  // A secretary has no right to the people of the office at all.
  expect(await codeOf(people(bo))).toBe('forbidden')
})

test("another club's grants and invitations are not found", async () => {
  const elsewhere = await buildClub(app)
  const grantId = await grantOffice(app, elsewhere, bo, ['door'])
  await grantOffice(app, club, anna, ['chair'])
  expect(await codeOf(revoke(anna, grantId))).toBe('not_found')
  expect(await codeOf(change(anna, grantId, ['chair']))).toBe('not_found')
  const { invitations } = await app.call(
    officeAccess.invite,
    { orgId: elsewhere.id, email: 'x@example.com', roles: ['door'] },
    as(operator),
  )
  const withdrawal = { ...inClub(), invitationId: invitations[0]!.id }
  expect(await codeOf(app.call(officeAccess.withdraw, withdrawal, as(anna)))).toBe('not_found')
})

test('whoever administers all clubs gets their offices in pages, and by a search', async () => {
  const others = [await buildClub(app), await buildClub(app)]
  const mine = (which: { search?: string; after?: string; limit?: string } = {}) =>
    app.call(officeAccess.mine, which, as(operator))
  const all = await mine()
  const paged: typeof all = []
  for (let page = await mine({ limit: '2' }); page.length > 0;) {
    paged.push(...page)
    page = await mine({ limit: '2', after: page.at(-1)!.club.id })
  }
  expect(paged).toEqual(all)
  expect(all.length).toBeGreaterThan(2)
  expect(await mine({ search: others[1]!.key.toLowerCase() })).toMatchObject([{ club: { id: others[1]!.id } }])
  await grantOffice(app, club, dan, ['door'])
  expect(await app.call(officeAccess.mine, { search: others[0]!.key }, as(dan))).toEqual([])
})

test('roles are changed by version, and counted from the next call on', async () => {
  await grantOffice(app, club, anna, ['chair'])
  const grantId = await grantOffice(app, club, bo, ['secretary'])
  const inbox = () => codeOf(app.call(officeConversations.inbox, inClub(), as(bo)))
  expect(await inbox()).toBe('ok')
  const changed = await change(anna, grantId, ['door', 'treasurer'])
  expect(changed.people.find((one) => one.grantId === grantId)).toMatchObject({
    roles: ['treasurer', 'door'],
    version: 2,
  })
  expect(await inbox()).toBe('forbidden')
  expect(await codeOf(change(anna, grantId, ['secretary'], 1))).toBe('changed_meanwhile')
  await revoke(anna, grantId)
  expect(await app.call(officeAccess.mine, {}, as(bo))).toEqual([])
  expect(await codeOf(revoke(anna, grantId))).toBe('not_found')

  const mails = await app.database.sql<{ data: { change: string } }>(
    `select data from messages where template = 'office-access' and member_id = $1 and data->>'orgId' = $2 order by created_at`,
    [bo.memberId, club.id],
  )
  expect(mails.map(({ data }) => data.change)).toEqual(['changed', 'revoked'])
})

test('whoever loses their access takes their open invitations along', async () => {
  await grantOffice(app, club, anna, ['chair'])
  const grantId = await grantOffice(app, club, bo, ['chair'])
  await invite(bo, 'dan@example.com', ['chair'])
  const token = await mailedToken()
  // Another role beside it takes none along.
  await change(anna, grantId, ['chair', 'door'])
  expect((await people(anna)).invitations).toHaveLength(1)
  await revoke(anna, grantId)
  expect(await codeOf(accept(dan, token))).toBe('office_invitation_invalid')
})

test('the last chair stays, whoever administers the club by the sign-in', async () => {
  const grantId = await grantOffice(app, club, anna, ['chair', 'door'])
  const leave = (who: Person) => app.call(officeAccess.leave, { orgKey: club.key }, as(who))
  expect(await codeOf(revoke(operator, grantId))).toBe('last_chair')
  expect(await codeOf(change(operator, grantId, ['door']))).toBe('last_chair')
  expect(await codeOf(leave(anna))).toBe('last_chair')
  expect(await codeOf(leave(bo))).toBe('not_found')
  await grantOffice(app, club, bo, ['chair'])
  expect(await codeOf(leave(anna))).toBe('ok')
  expect(await history(bo)).toEqual([expect.stringMatching(/^access_left Anna /)])
})

/** Two chairs take each other's access away at the same moment. @returns how many chairs stay */
async function duel(run = (both: () => Promise<unknown>) => both()): Promise<number> {
  const [annas, bos] = [await grantOffice(app, club, anna, ['chair']), await grantOffice(app, club, bo, ['chair'])]
  await run(() => Promise.all([codeOf(revoke(anna, bos)), codeOf(revoke(bo, annas))]))
  const [row] = await app.database.sql<{ count: number }>(
    `select count(*)::int as count from office_grants where org_id = $1 and revoked_at is null`,
    [club.id],
  )
  return row!.count
}

test('of two chairs who take each other away at once, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    club = await buildClub(app)
    expect(await duel()).toBe(1)
  }
})

test('control: without the lock both could be gone', async () => {
  // Both have seen the other chair before either is taken away.
  expect(await withoutLocks(() => duel((both) => readBeforeWriting(app, 'office_grants', both)))).toBe(0)
})

test("whoever reads a club's inbox is notified of questions, until the role is revoked", async () => {
  await grantOffice(app, club, anna, ['chair'])
  const grantId = await grantOffice(app, club, bo, ['secretary'])
  await grantOffice(app, club, dan, ['treasurer'])
  const carla = await signedIn(app, 'carla@example.com')
  await app.call(
    conversations.ask,
    { orgId: club.id, subject: 'A boat', text: 'Is it free?', token: 'k'.repeat(40) },
    as(carla),
  )
  const notified = async () =>
    (
      await app.database.sql<{ receiver_id: string }>(
        `select receiver_id from notifications where type = 'CONTACT_US' and data->>'org' = $1 order by receiver_id`,
        [club.key],
      )
    ).map((row) => row.receiver_id)
  expect(await notified()).toEqual([anna.memberId, bo.memberId].toSorted())
  await revoke(anna, grantId)
  expect(await notified()).toEqual([anna.memberId])
})

test('the history has pages, and is filtered by thing, person and day', async () => {
  await grantOffice(app, club, anna, ['chair'])
  await app.database.sql(
    `insert into office_history (id, at, org_id, actor_id, name, thing, thing_id, label)
     select portal_new_id(), '2026-03-01T12:00Z', $1, $2, 'template_added', 'template', n::text, 'T' || n from generate_series(1, 60) n`,
    [club.id, bo.memberId],
  )
  await invite(anna, 'helper@example.com', ['door'])
  const read = (query: object = {}) => app.call(officeHistory.list, { ...inClub(), ...query }, as(anna))
  const first = await read()
  expect(first).toMatchObject({ total: 61, entries: { length: 50 } })
  const rest = await read({ before: first.next! })
  expect(rest).toMatchObject({ next: null, entries: { length: 11 } })
  expect(new Set([...first.entries, ...rest.entries].map(({ id }) => id)).size).toBe(61)
  expect((await read({ thing: 'access' })).total).toBe(1)
  expect((await read({ thing: 'template', thingId: '7' })).entries).toMatchObject([{ label: 'T7' }])
  expect((await read({ actorId: anna.memberId })).total).toBe(1)
  expect((await read({ from: '2026-03-01', until: '2026-03-01' })).total).toBe(60)
  expect((await read({ until: '2026-02-28' })).total).toBe(0)
  expect(first.people.map(({ firstName }) => firstName)).toEqual(['Anna', 'Bo'])
  await expect(app.database.sql('delete from office_history')).rejects.toThrow(/never changed/)
  // Questions and answers are for who reads the inbox.
  await grantOffice(app, club, bo, ['treasurer'])
  expect(await app.call(officeHistory.list, inClub(), as(bo))).toMatchObject({ total: 1, entries: { length: 1 } })
})
