import { beforeAll, beforeEach, expect, test } from 'vitest'
import { officeAccess } from '#contract/office/access.ts'
import { officeMemberships } from '#contract/memberships/office.ts'
import type { OfficeRole } from '#contract/office/scopes.ts'
import { inTransaction } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { messagesOf } from '#server/messages.ts'
import { buildClub, buildSeason, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { lockWaits } from '#server/testing/lock-waits.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { withoutLocks } from '#server/testing/without-locks.ts'
import { lockAccess } from './people.ts'

let app: TestApp
let club: Club
let operator: Person
let anna: Person
let bo: Person
let dan: Person

beforeAll(async () => {
  app = await sharedApp()
  operator = await signedIn(app, 'super@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  dan = await signedIn(app, 'dan@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  await grantOffice(app, club, anna, ['chair'])
})

const as = ({ token }: Person) => ({ as: token })
const inClub = () => ({ orgId: club.id })
const invite = (who: Person, email: string, roles: OfficeRole[]) =>
  app.call(officeAccess.invite, { ...inClub(), email, roles }, as(who))
const accept = (who: Person, token: string) => app.call(officeAccess.accept, { token }, as(who))

async function mailedToken(): Promise<string> {
  const [message] = await app.database.sql<{ data: unknown }>(
    `select data from messages where template = 'office-invited' order by created_at desc, id desc limit 1`,
  )
  const mail = await messagesOf(app.context).mails['office-invited'](message!.data as never)
  return new URL(mail!.content.button!.url).searchParams.get('token')!
}

/** Calls of a chair who loses their access while the calls wait for their turn. @returns what the calls came to */
async function whileTakenAway(calls: readonly (() => Promise<unknown>)[], taken = true): Promise<string[]> {
  const { under } = await inTransaction(app.database.db, async (tx) => {
    await lockAccess(tx, club.id)
    const begun = calls.map((begin) => codeOf(begin()))
    await lockWaits(app, calls.length)
    if (taken)
      await tx.execute(sql`update office_grants set revoked_at = portal_now()
        where org_id = ${club.id} and member_id = ${bo.memberId} and revoked_at is null`)
    return { under: begun }
  })
  return Promise.all(under)
}

/** A chair's last actions before they are gone: one call of each kind. */
async function lastDeeds() {
  await grantOffice(app, club, bo, ['chair'])
  const dans = await grantOffice(app, club, dan, ['door'])
  const { invitations } = await invite(anna, 'friend@example.com', ['door'])
  return [
    () => invite(bo, 'accomplice@example.com', ['chair']),
    () => app.call(officeAccess.change, { ...inClub(), grantId: dans, roles: ['chair'], version: 1 }, as(bo)),
    () => app.call(officeAccess.withdraw, { ...inClub(), invitationId: invitations[0]!.id }, as(bo)),
  ]
}

test('who loses the office while their call waits gives nothing to anybody', async () => {
  expect(await whileTakenAway(await lastDeeds())).toEqual(['forbidden', 'forbidden', 'forbidden'])
  const rows = await app.database.sql<{ email: string }>(
    'select email from office_invitations where org_id = $1 and withdrawn_at is null',
    [club.id],
  )
  expect(rows).toEqual([{ email: 'friend@example.com' }])
})

test('control: the same calls of somebody who keeps it', async () => {
  expect(await whileTakenAway(await lastDeeds(), false)).toEqual(['ok', 'ok', 'ok'])
})

test('another call under way is the last one of somebody who loses the office: their next is refused', async () => {
  const { id: configurationId } = await buildSeason(app, club)
  await grantOffice(app, club, bo, ['treasurer'])
  const stop = (version: number) =>
    codeOf(app.call(officeMemberships.stop, { ...inClub(), configurationId, version }, as(bo)))
  const { stopped } = await inTransaction(app.database.db, async (tx) => {
    await tx.execute(sql`lock table office_history in share mode`)
    const underWay = stop(1)
    await lockWaits(app, 1)
    await tx.execute(sql`update office_grants set revoked_at = portal_now() where member_id = ${bo.memberId}`)
    return { stopped: underWay }
  })
  expect(await stopped).toBe('ok')
  expect(await stop(2)).toBe('forbidden')
})

/** An invitation is withdrawn while its acceptance is under way. @returns what withdrawing came to, and whether there is access */
async function withdrawnWhileAccepted(): Promise<{ withdrawn: string; hasAccess: boolean }> {
  const { invitations } = await invite(anna, 'dan@example.com', ['treasurer'])
  const token = await mailedToken()
  const { both } = await inTransaction(app.database.db, async (tx) => {
    await tx.execute(sql`lock table office_grants in share mode`)
    const accepted = codeOf(accept(dan, token))
    await lockWaits(app, 1)
    const withdrawn = codeOf(
      app.call(officeAccess.withdraw, { ...inClub(), invitationId: invitations[0]!.id }, as(anna)),
    )
    // It waits for the acceptance, unless nothing holds it up.
    await Promise.race([withdrawn, lockWaits(app, 2)])
    return { both: [withdrawn, accepted] }
  })
  const [withdrawn] = await Promise.all(both)
  const office = await codeOf(app.call(officeAccess.show, { orgKey: club.key }, as(dan)))
  return { withdrawn: withdrawn!, hasAccess: office === 'ok' }
}

test('an invitation is either withdrawn or accepted', async () => {
  expect(await withdrawnWhileAccepted()).toEqual({ withdrawn: 'not_found', hasAccess: true })
})

test('control: without the locks it would be both', async () => {
  expect(await withoutLocks(withdrawnWhileAccepted)).toEqual({ withdrawn: 'ok', hasAccess: true })
})

test('an operator who asks twice at once has one look, which nobody makes a role of the club', async () => {
  const look = () => app.call(officeAccess.look, { ...inClub(), reason: 'A question of theirs' }, as(operator))
  expect(await Promise.all([codeOf(look()), codeOf(look()), codeOf(look())])).toEqual(['ok', 'ok', 'ok'])
  const { people } = await app.call(officeAccess.people, inClub(), as(anna))
  const looks = people.filter(({ roles }) => roles.includes('look'))
  expect(looks).toHaveLength(1)
  const { grantId, version } = looks[0]!
  const change = { ...inClub(), grantId: grantId!, roles: ['chair' as const], version }
  expect(await codeOf(app.call(officeAccess.change, change, as(anna)))).toBe('not_found')
  expect(await codeOf(app.call(officeAccess.revoke, { ...inClub(), grantId: grantId! }, as(anna)))).toBe('ok')
})

test('a look needs a reason, and ends when the operator ends it', async () => {
  const look = (reason: string) => codeOf(app.call(officeAccess.look, { ...inClub(), reason }, as(operator)))
  expect([await look(''), await look('  ')]).toEqual(['invalid_input', 'invalid_input'])
  expect(await look('A question of theirs')).toBe('ok')
  const office = await app.call(officeAccess.show, { orgKey: club.key }, as(operator))
  expect(office.readOnly).toBe(true)
  expect(await codeOf(app.call(officeAccess.leave, { orgKey: club.key }, as(operator)))).toBe('ok')
  expect(await codeOf(app.call(officeAccess.show, { orgKey: club.key }, as(operator)))).toBe('forbidden')
})
