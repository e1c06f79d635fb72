import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { members } from '#contract/members/members.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { newToken } from '#server/database/new-id.ts'
import { askClub, forgetRates } from '#server/testing/asking.ts'
import { followBell } from '#server/testing/bell-stream.ts'
import { buildClub, type Club, type Person } from '#server/testing/builders.ts'
import { answered } from '#server/testing/builders/conversation-builders.ts'
import { codeOf, createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { startIssuer, type TokenIssuer } from '#server/testing/outside/token-issuer.ts'

let app: TestApp
let issuer: TokenIssuer
let club: Club
let tennis: Club
let anna: Person
let rikke: Person
let superAdmin: Person

const tokenOf = (name: string, ...roles: string[]) =>
  issuer.sign({ sub: name, email: `${name}@example.com`, given_name: name, realm_access: { roles } })
async function arrives(name: string, ...roles: string[]): Promise<Person> {
  const token = await tokenOf(name, ...roles)
  return { token, memberId: (await app.call(members.signIn, {}, { as: token })).member.id }
}

beforeAll(async () => {
  issuer = await startIssuer()
  app = await createTestApp({ OIDC_ISSUER: issuer.issuer })
  club = await buildClub(app, { key: 'ROKLUB' })
  tennis = await buildClub(app, { key: 'TENNIS' })
  anna = await arrives('anna')
  superAdmin = await arrives('super', 'org:ALL|role:SUPER_ADMIN')
})
afterAll(async () => {
  await app.close()
  issuer.close()
})
beforeEach(async () => {
  await forgetRates(app)
  await app.database.sql('delete from notifications')
  rikke = await arrives('rikke', 'org:ROKLUB|role:ADMIN', 'org:TENNIS|role:ADMIN')
})

/** All ways in which somebody reads their notifications. @returns the clubs that it names */
async function readBy({ token: as, memberId }: Person, headers: Record<string, string> = {}) {
  const how = { as, headers }
  const clubs = (found: readonly { data: Record<string, unknown> }[]) =>
    found.map(({ data }) => String(data['org'])).toSorted((a, b) => a.localeCompare(b))
  const { count, newest } = await app.call(notifications.bell, {}, how)
  const ways = [
    newest,
    await app.call(notifications.list, { memberId }, how),
    (await app.call(notifications.page, {}, how)).notifications,
    (await app.call(notifications.page, { unread: 'true' }, how)).notifications,
  ].map(clubs)
  for (const way of ways) expect(way).toEqual(ways[0])
  expect(count).toBe(newest.length)
  return ways[0]
}

test("an admin who loses a role while signed in sees nothing more of that club's notifications, old or new", async () => {
  await askClub(app, anna, club)
  await askClub(app, anna, tennis, { subject: 'A court' })
  expect(await readBy(rikke)).toEqual(['ROKLUB', 'TENNIS'])
  const [hidden] = (await app.call(notifications.page, {}, { as: rikke.token })).notifications.filter(
    ({ data }) => data['org'] === 'ROKLUB',
  )

  // The page is open and continues with the next token, as browsers do, without a new sign-in.
  const left = { ...rikke, token: await tokenOf('rikke', 'org:TENNIS|role:ADMIN', 'org:ROKLUB|role:USER') }
  expect(await readBy(left)).toEqual(['TENNIS'])
  const stream = await followBell(app.url, left)
  expect(await stream.until(() => true)).toMatchObject({ count: 1, newest: [{ data: { org: 'TENNIS' } }] })
  await askClub(app, anna, club, { text: 'My secret' })
  await askClub(app, anna, tennis, { subject: 'A court' })
  const heard = await stream.until(({ count }) => count > 1)
  expect(heard).toMatchObject({ count: 2, newest: [{ data: { org: 'TENNIS' } }, { data: { org: 'TENNIS' } }] })
  expect(JSON.stringify(heard)).not.toContain('My secret')
  stream.close()

  // It can be neither fetched by a change of it nor changed.
  const { id } = hidden!
  const as = { as: left.token }
  expect(await codeOf(app.call(notifications.remove, { id }, as))).toBe('not_found')
  expect(await codeOf(app.call(notifications.restore, { id }, as))).toBe('not_found')
  const all = { receiverId: rikke.memberId, read: true as const }
  expect(await app.call(notifications.markRead, { ...all, id }, as)).toMatchObject({ read: 0 })
  expect(await app.call(notifications.markRead, all, as)).toMatchObject({ read: 2 })
  // Who has the role sees it, unread.
  expect((await app.call(notifications.bell, {}, { as: rikke.token })).count).toBe(2)
})

test('two pages of one person each show what their token allows', async () => {
  const left = { ...rikke, token: await tokenOf('rikke') }
  const [before, after] = [await followBell(app.url, rikke), await followBell(app.url, left)]
  await Promise.all([before.until(() => true), after.until(() => true)])
  await askClub(app, anna, club)
  expect((await before.until(({ count }) => count > 0)).newest).toMatchObject([{ data: { org: 'ROKLUB' } }])
  expect(await after.until(() => true)).toEqual({ count: 0, newest: [] })
  before.close()
  after.close()
})

test("an impersonator reads neither the member's threads nor their office's notifications", async () => {
  const { thread, messages } = await askClub(app, anna, club)
  const about = { orgId: club.id, threadId: thread.id, text: 'Yes, 12.', token: newToken(), lastSeen: messages[0]!.id }
  await answered(app, rikke, about)
  await askClub(app, anna, tennis)
  for (const { memberId } of [anna, rikke]) {
    await app.database.sql(`insert into impersonations (id, actor_id, member_id) values (gen_random_uuid(), $1, $2)`, [
      superAdmin.memberId,
      memberId,
    ])
    expect(await readBy({ ...superAdmin, memberId }, { 'acting-for': memberId })).toEqual([])
    await app.database.sql('delete from impersonations')
  }
  expect(await readBy(anna)).toEqual(['ROKLUB'])
})
