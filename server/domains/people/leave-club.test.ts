import { beforeAll, beforeEach, expect, test } from 'vitest'
import { delayedActions } from '#contract/audit/delayed-actions.ts'
import { leaving } from '#contract/people/leaving.ts'
import { addDays, copenhagenDate } from '#server/database/clock.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { requestMail } from '#server/domains/notifications/index.ts'
import { buildClub, buildParticipant, buildSeason, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { buildTickets } from '#server/testing/builders/ticket-builders.ts'
import { readBeforeWriting } from '#server/testing/lock-waits.ts'
import { buy } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

const today = copenhagenDate(new Date())

let app: TestApp
let club: Club
let anna: Person
let chair: Person
let stranger: Person

beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  chair = await signedIn(app, 'erik@example.com')
  stranger = await signedIn(app, 'dan@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  await app.database.sql('delete from delayed_actions')
  club = await joinedClub()
})

/** A club with its chair, and Anna as a member of it. */
async function joinedClub(): Promise<Club> {
  const joined = await buildClub(app)
  await grantOffice(app, joined, chair, ['chair'])
  await buy(app, anna, joined)
  await app.database.sql(`update club_people set since = '2020-01-01' where org_id = $1`, [joined.id])
  return joined
}

const as = ({ token }: Person) => ({ as: token })
const whose = (more: object = {}) => ({ orgId: club.id, memberId: anna.memberId, ...more })
const gone = { day: today, reason: 'moved', text: 'To Aarhus', tickets: 'keep' } as const
const leave = (more: object = {}, who = chair) => app.call(leaving.leave, { ...whose(), ...gone, ...more }, as(who))
const person = async () =>
  (
    await app.database.sql<{ left_on: string | null; left_reason: string | null; number: number }>(
      'select left_on::text, left_reason, number from club_people where org_id = $1 and member_id = $2',
      [club.id, anna.memberId],
    )
  )[0]!
/** Anna's membership renews by a saved card. */
async function renewsByCard(owner = anna.memberId) {
  const card = newId()
  await app.database.sql(
    `insert into saved_cards (id, org_id, member_id, saved_card_identifier, label, expires) values ($1, $2, $3, $4, '4100', '2099-01')`,
    [newId(), club.id, owner, card],
  )
  await app.database.sql(
    `update memberships set auto_renewal = true, saved_card_identifier = $1 where org_id = $2 and member_id = $3`,
    [card, club.id, anna.memberId],
  )
  return card
}
const renewal = async () =>
  (
    await app.database.sql<{ auto_renewal: boolean; saved_card_identifier: string | null }>(
      'select auto_renewal, saved_card_identifier from memberships where org_id = $1 and member_id = $2',
      [club.id, anna.memberId],
    )
  )[0]!
test('the office says that somebody left: renewal ends at once, the mail comes a minute later, what is paid stays', async () => {
  await renewsByCard()
  const { renews, paidUntil } = await app.call(leaving.preview, whose(), as(chair))
  expect([renews, paidUntil]).toEqual([true, club.season.endDate])
  expect(await leave()).toMatchObject({ leftOn: today, reason: 'moved', renews: false })
  expect(await renewal()).toMatchObject({ auto_renewal: false, saved_card_identifier: null })
  const waiting = () =>
    app.database.sql(`select from messages where template = 'club-left' and data->>'orgId' = $1`, [club.id])
  expect(await waiting()).toEqual([])
  await app.runJobs({ all: true })
  expect(await waiting()).toHaveLength(1)
  const [term] = await app.database.sql('select status from membership_terms where org_id = $1', [club.id])
  expect(term).toMatchObject({ status: 'active' })
})

test('it can be stopped for a minute: they belong to the club as before, with their card, and nothing is mailed', async () => {
  const card = await renewsByCard()
  await leave()
  const [action] = await app.call(delayedActions.list, { orgId: club.id }, as(chair))
  expect(action).toMatchObject({ kind: 'leave', label: 'Anna Holm', can: { stop: true } })
  await app.call(delayedActions.stopLeave, { orgId: club.id, actionId: action!.id }, as(chair))
  expect(await person()).toMatchObject({ left_on: null, left_reason: null })
  expect(await renewal()).toEqual({ auto_renewal: true, saved_card_identifier: card })
  await app.runJobs({ all: true })
  expect(
    await app.database.sql(`select from messages where template = 'club-left' and data->>'orgId' = $1`, [club.id]),
  ).toEqual([])
})

test('who leaves three clubs within a minute can be stopped at each, and each that is not stopped confirms it', async () => {
  const ofAll = await signedIn(app, 'all-clubs@example.com')
  const clubs = [club, await joinedClub(), await joinedClub()]
  const at = ({ id: orgId }: Club) => ({ orgId, memberId: anna.memberId })
  const leaveAt = (one: Club) => leave(at(one), ofAll)
  const actions = (one: Club) => app.call(delayedActions.list, { orgId: one.id }, as(ofAll))
  const leftAt = async ({ id }: Club) =>
    (
      await app.database.sql<{ left: boolean }>(
        'select left_on is not null as left from club_people where org_id = $1 and member_id = $2',
        [id, anna.memberId],
      )
    )[0]!.left
  await leaveAt(clubs[0]!)
  await readBeforeWriting(app, 'delayed_actions', () => Promise.all([leaveAt(clubs[1]!), leaveAt(clubs[2]!)]))
  for (const one of clubs)
    expect(await actions(one)).toMatchObject([{ kind: 'leave', thingId: anna.memberId, label: 'Anna Holm' }])

  const actionId = (await actions(clubs[1]!))[0]!.id
  expect(await codeOf(app.call(delayedActions.stopLeave, { orgId: club.id, actionId }, as(ofAll)))).toBe(
    'too_late_to_stop',
  )
  await app.call(delayedActions.stopLeave, { orgId: clubs[1]!.id, actionId }, as(ofAll))
  await app.call(leaving.rejoin, at(clubs[0]!), as(ofAll))
  expect(await Promise.all(clubs.map(leftAt))).toEqual([false, false, true])
  await leaveAt(clubs[1]!)
  await app.runJobs({ all: true })
  const mails = await app.database.sql<{ orgId: string }>(
    `select data->>'orgId' as "orgId" from messages where template = 'club-left' and data->>'orgId' = any($1)`,
    [clubs.map(({ id }) => id)],
  )
  expect(mails.map(({ orgId }) => orgId).toSorted()).toEqual([clubs[1]!.id, clubs[2]!.id].toSorted())
  expect(await Promise.all(clubs.map(leftAt))).toEqual([false, true, true])
})

test('of two offices at once one is answered that they have left already', async () => {
  const answers = await Promise.all([codeOf(leave()), codeOf(leave({ reason: 'age' }))])
  expect(answers.toSorted()).toEqual(['left_already', 'ok'])
})

test('a day before they joined, too far ahead, or before a paid season begins is refused with the day', async () => {
  const year = Number(today.slice(0, 4)) + 1
  const next = await buildSeason(app, club, {
    startDate: `${year}-01-01`,
    endDate: `${year}-12-31`,
    offerStartDate: '2020-01-01',
  })
  expect(await codeOf(leave({ day: '2019-12-31' }))).toBe('leaving_before_joined')
  expect(await codeOf(leave({ day: addDays(today, 400) }))).toBe('leaving_too_late')
  await app.database.sql(
    `insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
     select $1, id, org_id, member_id, $2, $3, $4, $5, 'active' from memberships where org_id = $6 and member_id = $7`,
    [newId(), next.id, year, next.startDate, next.endDate, club.id, anna.memberId],
  )
  await expect(leave()).rejects.toMatchObject({ code: 'leaving_before_term', body: { data: { day: next.startDate } } })
  expect(await person()).toMatchObject({ left_on: null })
})

test('whoever comes back has the number they had', async () => {
  await app.database.sql('update club_people set number = 17 where org_id = $1', [club.id])
  await leave()
  expect(await app.call(leaving.rejoin, whose(), as(chair))).toMatchObject({ leftOn: null, number: 17 })
  expect(await person()).toEqual({ left_on: null, left_reason: null, number: 17 })
})

test('whoever comes back within the minute is not notified that they left, and leaves anew with a minute of its own', async () => {
  const card = await renewsByCard()
  await leave()
  await app.call(leaving.rejoin, whose(), as(chair))
  expect(await renewal()).toEqual({ auto_renewal: true, saved_card_identifier: card })
  const waiting = () => app.call(delayedActions.list, { orgId: club.id }, as(chair))
  expect(await waiting()).toEqual([])
  await leave()
  const mails = () =>
    app.database.sql(`select from messages where template = 'club-left' and data->>'orgId' = $1`, [club.id])
  expect(await mails()).toEqual([])
  expect(await waiting()).toHaveLength(1)
  await app.runJobs({ all: true })
  expect(await mails()).toHaveLength(1)
})

test('somebody whose tickets are refunded can be kept, and so can their money', async () => {
  const event = await buildEvent(app, club)
  await buildTickets(app, event, { buyer: anna, people: [{ memberId: anna.memberId }] })
  await leave({ tickets: 'refund' })
  const waiting = () => app.call(delayedActions.list, { orgId: club.id }, as(chair))
  const actions = await waiting()
  expect(Object.fromEntries(actions.map(({ kind, count }) => [kind, count]))).toEqual({ leave: 1, refund: 1 })
  const { id: actionId } = actions.find(({ kind }) => kind === 'leave')!
  await app.call(delayedActions.stopLeave, { orgId: club.id, actionId }, as(chair))
  expect(await waiting()).toEqual([])
  expect(await person()).toMatchObject({ left_on: null })
})

test('every message to somebody who died stops at once, their cards renew for nobody, and nothing is confirmed', async () => {
  await renewsByCard()
  await leave({ reason: 'deceased', text: '' })
  const about = { template: 'went-live', memberId: anna.memberId, orgId: club.id, onceKey: newId() } as const
  await inTransaction(app.context.db, (tx) => requestMail(tx, { ...about, data: { memberId: anna.memberId } }))
  await app.runJobs({ all: true })
  const sent = await app.database.sql<{ status: string }>(
    `select status from messages where data->>'orgId' = $1 and template in ('went-live', 'club-left')`,
    [club.id],
  )
  expect(sent).toEqual([{ status: 'unwanted' }, { status: 'unwanted' }])
})

test('a person leaves by themselves, a guardian for a child, and nobody for anybody else', async () => {
  const child = await buildParticipant(app, anna, 'Alma')
  await app.database.sql(
    `insert into club_people (org_id, member_id, since, source) values ($1, $2, '2020-01-01', 'joined')`,
    [club.id, child],
  )
  const { tickets: _, ...own } = gone
  const leaveOwn = (memberId: string, who: Person) =>
    app.call(leaving.leaveOwn, { orgId: club.id, memberId, ...own }, as(who))
  expect(await codeOf(leaveOwn(child, stranger))).toBe('not_found')
  expect(await leaveOwn(child, anna)).toMatchObject({ name: 'Alma Holm', leftOn: today })
  expect(await leaveOwn(anna.memberId, anna)).toMatchObject({ leftOn: today })
  expect(await codeOf(leaveOwn(anna.memberId, anna))).toBe('left_already')
  const mails = await app.database.sql(`select from messages where template = 'club-left' and data->>'orgId' = $1`, [
    club.id,
  ])
  expect(mails).toHaveLength(2)
  const other = await buildClub(app)
  expect(await codeOf(app.call(leaving.leaveOwn, { orgId: other.id, memberId: anna.memberId, ...own }, as(anna)))).toBe(
    'not_found',
  )
})

test('refunding tickets needs the right to refund', async () => {
  await grantOffice(app, club, stranger, ['secretary'])
  expect(await codeOf(leave({ tickets: 'refund' }, stranger))).toBe('forbidden')
  expect(await person()).toMatchObject({ left_on: null })
  expect(await codeOf(leave({ tickets: 'refund' }))).toBe('ok')
})
