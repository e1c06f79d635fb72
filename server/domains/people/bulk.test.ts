import { beforeAll, beforeEach, expect, test } from 'vitest'
import { delayedActions } from '#contract/audit/delayed-actions.ts'
import { bulk } from '#contract/people/bulk.ts'
import { leaving } from '#contract/people/leaving.ts'
import { addDays, copenhagenDate } from '#server/database/clock.ts'
import { inTransaction } from '#server/database/db.ts'
import { newToken } from '#server/database/new-id.ts'
import { insertManagedPerson, joinClub } from '#server/domains/members/index.ts'
import { buildClub, buildParticipant, buildSeason, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { carryOut } from '#server/testing/carry-out.ts'
import { readBeforeWriting } from '#server/testing/lock-waits.ts'
import { buy } from '#server/testing/purchase.ts'
import { addByHand } from '#server/testing/purchases/by-hand.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

const today = copenhagenDate(new Date())

let app: TestApp
let club: Club
let [chair, secretary, treasurer]: Person[] = []
let ids: string[]

beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'erik@example.com')
  secretary = await signedIn(app, 'dan@example.com')
  treasurer = await signedIn(app, 'bo@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  await grantOffice(app, club, chair!, ['chair'])
  await grantOffice(app, club, secretary!, ['secretary'])
  await grantOffice(app, club, treasurer!, ['treasurer'])
  ids = []
  for (const firstName of ['Ida', 'Jens', 'Kaj']) ids.push(await added(firstName))
})

/** Somebody of the register without a sign-in. */
const added = (firstName: string, more: object = {}) =>
  inTransaction(app.context.db, async (tx) => {
    const { id } = await insertManagedPerson(tx, { firstName, lastName: 'Bro', ...more })
    await joinClub(tx, { orgId: club.id, memberIds: [id], source: 'added', managed: true, since: '2020-01-01' })
    return id
  })
const as = (who = chair!) => ({ as: who.token })
const listed = () => app.call(delayedActions.list, { orgId: club.id }, as())
const history = (name: string) =>
  app.database.sql<{ label: string }>(
    'select label from office_history where org_id = $1 and name = $2 order by label',
    [club.id, name],
  )

const gone = { leftOn: today, leaveReason: 'other', text: 'Never came' } as const
const leave = (which: object = { ids }, who = chair!) =>
  app.call(bulk.leave, { orgId: club.id, ...gone, ...which }, as(who))
const left = async () =>
  (
    await app.database.sql<{ left_on: string | null }>(
      'select left_on::text from club_people where org_id = $1 and left_on is not null',
      [club.id],
    )
  ).length
const leftMails = () =>
  app.database.sql(`select from messages where template = 'club-left' and data->>'orgId' = $1`, [club.id])

test('the chosen leave together a minute later, each with a mail and a line in the history', async () => {
  expect(await leave()).toEqual({ people: 3, skipped: [] })
  expect(await left()).toBe(0)
  expect(await listed()).toMatchObject([{ kind: 'leave', label: 'Ida Bro', count: 3, can: { stop: true } }])
  // Pressed again: it is under way.
  expect(await leave()).toMatchObject({ people: 0, skipped: [{ reason: 'under_way', count: 3 }] })
  await carryOut(app)
  expect([await left(), (await leftMails()).length, await listed()]).toEqual([3, 3, []])
  expect(await history('person_left')).toEqual(['Ida', 'Jens', 'Kaj'].map((name) => ({ label: `${name} Bro` })))
  const kept = await app.database.sql(
    `select label, payload - 'press' as payload from delayed_actions where org_id = $1`,
    [club.id],
  )
  expect(kept).toEqual(ids.map(() => ({ label: '', payload: {} })))
})

test('the preview says why somebody is left out, and the others leave', async () => {
  await app.call(
    leaving.leave,
    { orgId: club.id, memberId: ids[0]!, day: today, reason: 'moved', text: '', tickets: 'keep' },
    as(),
  )
  await app.database.sql('update club_people set since = $1 where member_id = $2', [addDays(today, 5), ids[1]])
  const preview = (more: object = {}) =>
    app.call(bulk.previewLeave, { orgId: club.id, leftOn: today, ids, ...more }, as(secretary))
  expect(await preview()).toEqual({
    people: 1,
    skipped: expect.arrayContaining([
      { reason: 'left', count: 1, names: ['Ida Bro'] },
      { reason: 'joined_later', count: 1, names: ['Jens Bro'] },
    ]),
  })
  // By a filter, who has left is not meant.
  expect(await preview({ ids: undefined, all: true })).toMatchObject({ skipped: [{ reason: 'joined_later' }] })
  expect(await codeOf(preview({ leftOn: addDays(today, 400) }))).toBe('leaving_too_late')
  expect(await leave()).toMatchObject({ people: 1 })
  await app.runJobs({ all: true })
  expect(await left()).toBe(2)
})

test('whoever may not write members leaves nobody, and more than 500 at once are refused', async () => {
  expect(await codeOf(leave({ ids }, treasurer))).toBe('forbidden')
  await app.database.sql(
    `with people as (
      insert into members (id, first_name, last_name, email) select gen_random_uuid(), 'Many', n::text, null from generate_series(1, 498) n returning id)
     insert into club_people (org_id, member_id, since, source) select $1, id, '2020-01-01', 'added' from people`,
    [club.id],
  )
  await expect(leave({ all: true })).rejects.toMatchObject({ code: 'too_many_people', body: { data: { most: 500 } } })
  expect(await listed()).toEqual([])
})

/** Two offices stop the same press, and both have read it before either writes. */
const stopTwice = async (name: 'stopLeave' | 'stopGrant' | 'stopOffer') => {
  const actionId = (await listed())[0]!.id
  const stop = (who: Person) => codeOf(app.call(delayedActions[name], { orgId: club.id, actionId }, as(who)))
  return readBeforeWriting(app, 'delayed_actions', () => Promise.all([stop(chair!), stop(secretary!)]))
}

test('of two offices that stop at once one stops all of them, and the other is answered that it was too late', async () => {
  await leave()
  expect((await stopTwice('stopLeave')).toSorted()).toEqual(['ok', 'too_late_to_stop'])
  expect(await history('person_leaving_stopped')).toHaveLength(3)
  await app.runJobs({ all: true })
  expect([await left(), (await leftMails()).length, await listed()]).toEqual([0, 0, []])
})

test('when the first of them has left, the others can still be stopped by what was on the screen', async () => {
  await leave()
  const actionId = (await listed())[0]!.id
  await carryOut(app, actionId)
  expect(await codeOf(app.call(delayedActions.stopLeave, { orgId: club.id, actionId }, as()))).toBe('ok')
  await app.runJobs({ all: true })
  expect([await left(), (await leftMails()).length]).toEqual([1, 1])
  expect(await history('person_leaving_stopped')).toHaveLength(2)
})

const given = (which: object = { ids }) => ({
  orgId: club.id,
  membershipConfId: club.season.id,
  reason: 'Helped at the regatta',
  ...which,
})
const grant = (which: object = { ids }, who = chair!) => app.call(bulk.grant, given(which), as(who))
const held = () =>
  app.database.sql<{ memberId: string; total: number }>(
    `select terms.member_id as "memberId", orders.total::int as total from membership_terms terms join orders on orders.id = terms.order_id
     where terms.org_id = $1 and terms.status = 'active'`,
    [club.id],
  )

test('the chosen get a season free a minute later, by an order each, and nobody gets it twice', async () => {
  expect(await grant()).toEqual({ people: 3, skipped: [] })
  expect(await held()).toEqual([])
  expect(await listed()).toMatchObject([{ kind: 'grant', label: 'Ida Bro', count: 3, can: { stop: true } }])
  const asked = await app.database.sql<{ id: string; payload: object }>(
    'select id, payload from delayed_actions where org_id = $1',
    [club.id],
  )
  await carryOut(app)
  expect((await held()).map(({ total }) => total)).toEqual([0, 0, 0])
  const reasons = await app.database.sql('select reason from office_history where org_id = $1', [club.id])
  expect(reasons).toEqual(ids.map(() => ({ reason: 'Helped at the regatta' })))
  // As if the worker had been killed before it wrote down that it is done.
  for (const { id, payload } of asked)
    await app.database.sql(`update delayed_actions set state = 'waiting', payload = $2 where id = $1`, [id, payload])
  await carryOut(app)
  expect([(await held()).length, await listed()]).toEqual([3, []])
  expect(await grant()).toMatchObject({ people: 0, skipped: [{ reason: 'held', count: 3 }] })
})

test('who gets the season meanwhile is shown as refused, and the others get theirs', async () => {
  await grant()
  const lines = [{ membershipConfId: club.season.id }]
  await addByHand(app, chair!, club, { memberId: ids[0]!, lines, pay: { how: 'free' }, reason: 'Asked' })
  await carryOut(app)
  expect(await held()).toHaveLength(3)
  expect(await listed()).toMatchObject([
    { label: 'Ida Bro', count: 1, refusal: 'term_already_held', can: { stop: false } },
  ])
})

test('of two offices that stop a grant at once one stops it for all, once', async () => {
  expect(await codeOf(grant({ ids }, treasurer))).toBe('forbidden')
  await grant()
  expect((await stopTwice('stopGrant')).toSorted()).toEqual(['ok', 'too_late_to_stop'])
  await app.runJobs({ all: true })
  expect([await held(), await history('grant_stopped')]).toEqual([[], [{ label: '3' }]])
  // Who may not add memberships any more gives none.
  await grant({ ids }, secretary)
  await app.database.sql('update office_grants set revoked_at = now() where org_id = $1 and member_id = $2', [
    club.id,
    secretary!.memberId,
  ])
  await carryOut(app)
  expect([await held(), await listed()]).toMatchObject([[], [{ refusal: 'forbidden', count: 3 }]])
})

const offer = (which: object = { ids }, who = chair!) =>
  app.call(bulk.offer, { orgId: club.id, membershipConfId: club.season.id, ...which }, as(who))
const offered = async () => ({
  mails: await app.database.sql<{ to: string; memberIds: string[] }>(
    `select member_id as to, data->'memberIds' as "memberIds" from messages where template = 'membership-offered' and data->>'orgId' = $1`,
    [club.id],
  ),
  bells: await app.database.sql<{ to: string; lines: string }>(
    `select receiver_id as to, data->>'lines' as lines from notifications where data->>'orgId' = $1 and data ? 'lines'`,
    [club.id],
  ),
})
/** Anna and her daughter are in the register. */
const family = async () => {
  const anna = await signedIn(app, 'anna@example.com')
  const alma = await buildParticipant(app, anna, 'Alma')
  await inTransaction(app.context.db, (tx) =>
    joinClub(tx, { orgId: club.id, memberIds: [anna.memberId, alma], source: 'joined' }),
  )
  return { anna, alma }
}

test('an offer goes to each who buys, once for all of theirs, and says why somebody gets none', async () => {
  const { anna, alma } = await family()
  const young = await added('Ung', { email: 'ung@example.com', dateOfBirth: '2020-01-01' })
  await app.database.sql('update membership_configurations set min_age = 18 where id = $1', [club.season.id])
  const which = { ids: [anna.memberId, alma, young, ids[0]!] }
  await app.database.sql(`update members set date_of_birth = '1990-01-01' where id = any($1)`, [[anna.memberId, alma]])
  const answer = {
    people: 2,
    skipped: expect.arrayContaining([
      { reason: 'too_young', count: 1, names: ['Ung Bro'] },
      { reason: 'no_email', count: 1, names: ['Ida Bro'] },
    ]),
  }
  const preview = { orgId: club.id, membershipConfId: club.season.id, ...which }
  expect(await app.call(bulk.previewOffer, preview, as())).toEqual(answer)
  expect(await offer(which)).toEqual(answer)
  expect(await listed()).toMatchObject([{ kind: 'offer', label: 'Anna Holm', count: 1 }])
  await carryOut(app)
  const { mails, bells } = await offered()
  expect(mails).toEqual([{ to: anna.memberId, memberIds: expect.arrayContaining([anna.memberId, alma]) }])
  expect(bells).toMatchObject([{ to: anna.memberId }])
  const lines = [anna.memberId, alma].map((id) => `${id}.${club.season.id}`)
  expect(bells[0]!.lines.split('~').toSorted()).toEqual(lines.toSorted())
  expect(await history('membership_offered')).toHaveLength(2)
})

test('an offer whose answer was lost goes out once, sent again in its minute or later, and also where it was stopped', async () => {
  const { anna, alma } = await family()
  const which = { ids: [anna.memberId, alma], token: newToken() }
  const both = { people: 2, skipped: [] }
  expect(await offer(which)).toEqual(both)
  expect(await offer(which)).toEqual(both)
  await carryOut(app)
  expect(await offer(which)).toEqual(both)
  await carryOut(app)
  expect((await offered()).mails).toHaveLength(1)
  which.token = newToken()
  await offer(which)
  await app.call(delayedActions.stopOffer, { orgId: club.id, actionId: (await listed())[0]!.id }, as())
  expect(await offer(which)).toEqual(both)
  await carryOut(app)
  expect((await offered()).mails).toHaveLength(1)
})

test('what waits at another club leaves nobody out, and says nothing of it', async () => {
  const ofAll = await signedIn(app, 'all-clubs@example.com')
  const first = club
  const { anna } = await family()
  const which = { ids: [anna.memberId] }
  const asked = async () => [await offer(which, ofAll), await leave(which, ofAll)]
  const both = { people: 1, skipped: [] }
  expect(await asked()).toEqual([both, both])
  club = await buildClub(app)
  await family()
  expect(await asked()).toEqual([both, both])
  expect(await asked()).toMatchObject([{ skipped: [{ reason: 'under_way' }] }, { skipped: [{ reason: 'under_way' }] }])
  const actions = await app.call(delayedActions.list, { orgId: club.id }, as(ofAll))
  expect(actions.map(({ kind, thingId }) => `${kind} ${thingId}`).toSorted()).toEqual([
    `leave ${anna.memberId}`,
    `offer ${anna.memberId}`,
  ])
  const { id: actionId } = actions.find(({ kind }) => kind === 'leave')!
  await app.call(delayedActions.stopLeave, { orgId: club.id, actionId }, as(ofAll))
  await carryOut(app)
  expect([await left(), await leftMails(), await history('membership_offered')]).toEqual([
    0,
    [],
    [{ label: 'Anna Holm' }],
  ])
  club = first
  expect([await left(), await leftMails()]).toEqual([1, [{}]])
})

test('who leaves on a later day is offered a season that begins before it, and given none', async () => {
  const { anna, alma } = await family()
  const which = { ids: [anna.memberId] }
  const leaves = (reason: string) =>
    app.database.sql(
      'update club_people set left_on = $1, left_reason = $2 where org_id = $3 and member_id = any($4)',
      [addDays(today, 30), reason, club.id, [anna.memberId, alma]],
    )
  await leaves('moved')
  const nobody = { people: 0, skipped: [{ reason: 'left', count: 1, names: ['Anna Holm'] }] }
  expect(await grant(which)).toEqual(nobody)
  expect(await offer(which)).toEqual({ people: 1, skipped: [] })
  await carryOut(app)
  expect((await offered()).bells).toMatchObject([{ to: anna.memberId }])
  const later = await buildSeason(app, club, {
    startDate: addDays(today, 30),
    endDate: addDays(today, 90),
    offerStartDate: '2020-01-01',
  })
  expect(await offer({ ...which, membershipConfId: later.id })).toEqual(nobody)
  await leaves('deceased')
  expect(await offer({ ids: [alma] })).toMatchObject({ people: 0, skipped: [{ reason: 'left' }] })
  await leaves('moved')
})

test('nobody is offered or given a season for somebody of whom another club knows that they have died', async () => {
  const { anna, alma } = await family()
  const dies = (memberId: string, reason: string | null) =>
    app.database.sql(
      `insert into club_people (org_id, member_id, since, source, left_on, left_reason)
       values ($1, $2, '2020-01-01', 'joined', '2026-01-01', $3) on conflict (org_id, member_id) do update set left_reason = $3`,
      [other.id, memberId, reason],
    )
  const other = await buildClub(app)
  await dies(alma, 'deceased')
  expect(await offer({ ids: [alma] })).toMatchObject({ people: 0, skipped: [{ reason: 'left' }] })
  expect(await grant({ ids: [alma] })).toMatchObject({ people: 0, skipped: [{ reason: 'left' }] })
  await dies(alma, 'moved')
  await dies(anna.memberId, 'deceased')
  expect(await offer({ ids: [alma] })).toMatchObject({ people: 0, skipped: [{ reason: 'no_email' }] })
  await app.database.sql('delete from club_people where org_id = $1', [other.id])
})

test('who was archived by their family, or disabled, is neither offered nor given a season, and the office reads so', async () => {
  const { alma } = await family()
  await offer({ ids: [alma] })
  await app.database.sql('update members set archived_at = now() where id = $1', [alma])
  await carryOut(app)
  expect(await offered()).toEqual({ mails: [], bells: [] })
  const nobody = { people: 0, skipped: [{ reason: 'archived', count: 1, names: ['Alma Holm'] }] }
  const both = async () => [await offer({ ids: [alma] }), await grant({ ids: [alma] })]
  expect(await both()).toEqual([nobody, nobody])
  await app.database.sql('update members set archived_at = null, enabled = false where id = $1', [alma])
  expect(await both()).toEqual([nobody, nobody])
  await app.database.sql('update members set enabled = true where id = $1', [alma])
})

test('who has bought in the minute is not offered it, and nothing goes out for a season that is not sold any more', async () => {
  const { anna, alma } = await family()
  await offer({ ids: [anna.memberId, alma] })
  await buy(app, anna, club)
  await carryOut(app)
  expect((await offered()).bells).toEqual([{ to: anna.memberId, lines: `${alma}.${club.season.id}` }])
  expect(await offer({ ids: [anna.memberId] })).toMatchObject({ people: 0, skipped: [{ reason: 'held' }] })

  await offer({ ids: [alma] })
  await app.database.sql(`update membership_configurations set offer_start_date = '2999-01-01' where id = $1`, [
    club.season.id,
  ])
  await carryOut(app)
  expect(await listed()).toMatchObject([{ refusal: 'configuration_not_on_sale' }])
  expect(await codeOf(offer({ ids: [alma] }))).toBe('configuration_not_on_sale')
  expect((await offered()).mails).toHaveLength(1)
})

test('nothing is offered while the club sells nothing', async () => {
  const { alma } = await family()
  await offer({ ids: [alma] })
  await app.database.sql(`update organisations set state = 'paused' where id = $1`, [club.id])
  await carryOut(app)
  expect(await listed()).toMatchObject([{ refusal: 'club_paused' }])
  expect(await codeOf(offer({ ids: [alma] }))).toBe('club_paused')
  expect(await offered()).toEqual({ mails: [], bells: [] })
})

test('of two offices that stop an offer at once one stops it, and nobody is notified of it', async () => {
  const { anna, alma } = await family()
  await offer({ ids: [anna.memberId, alma] })
  expect((await stopTwice('stopOffer')).toSorted()).toEqual(['ok', 'too_late_to_stop'])
  await app.runJobs({ all: true })
  expect([await offered(), await history('offer_stopped')]).toEqual([{ mails: [], bells: [] }, [{ label: '1' }]])
})
