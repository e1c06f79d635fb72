import { beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { leaving } from '#contract/people/leaving.ts'
import { delayedActions } from '#contract/audit/delayed-actions.ts'
import { officeMembers } from '#contract/memberships/club-members.ts'
import { teams } from '#contract/people/teams.ts'
import { officeToday } from '#contract/office/today.ts'
import { addDays, copenhagenDate } from '#server/database/clock.ts'
import type { LiveBells } from '#server/domains/notifications/index.ts'
import { nameRoutes } from '#server/http/openapi.ts'
import { routesOf } from '#server/routes.ts'
import { buildClub, buildParticipant, type Club, linkedTo, type Person, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { buy } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

const today = copenhagenDate(new Date())

let app: TestApp
let club: Club
let anna: Person
let chair: Person
let trainer: Person
let child: string
let teamId: string
let otherId: string

beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  chair = await signedIn(app, 'erik@example.com')
  trainer = await signedIn(app, 'dan@example.com')
  child = await buildParticipant(app, anna, 'Alma')
  const born = `${Number(today.slice(0, 4)) - 10}-01-01`
  await app.database.sql('update members set date_of_birth = $1 where id = $2', [born, child])
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  await grantOffice(app, club, chair, ['chair'])
  await grantOffice(app, club, trainer, ['trainer'])
  await app.database.sql(
    `insert into club_people (org_id, member_id, since, source)
     select $1, unnest($2::uuid[]), '2020-01-01', 'added'`,
    [club.id, [anna.memberId, trainer.memberId, child]],
  )
  teamId = await build('U12', [child])
  otherId = await build('U14', [anna.memberId])
  await app.call(teams.addPeople, { ...team(), role: 'trainer', ids: [trainer.memberId] }, as(chair))
})

const as = ({ token }: Person) => ({ as: token })
const team = () => ({ orgId: club.id, teamId })
const mark = (state: 'came' | 'absent' | null, who: Person, more: object = {}) =>
  app.call(teams.mark, { ...team(), memberId: child, day: today, state, ...more }, as(who))
async function build(name: string, ids: string[]): Promise<string> {
  const { id } = await app.call(teams.add, { orgId: club.id, name, season: '2026' }, as(chair))
  await app.call(teams.addPeople, { orgId: club.id, teamId: id, role: 'player', ids }, as(chair))
  return id
}

test('a team that is added again while nobody is in it is added once', async () => {
  const add = (season: string) => app.call(teams.add, { orgId: club.id, name: 'U16', season }, as(chair))
  const added = await add('2026')
  expect(await add('2026')).toEqual(added)
  expect((await add('2027')).id).not.toBe(added.id)
  await app.call(teams.addPeople, { orgId: club.id, teamId: added.id, role: 'player', ids: [child] }, as(chair))
  expect((await add('2026')).id).not.toBe(added.id)
})

test('a trainer sees name, age, guardian and attendance of their own team, and no other field', async () => {
  await mark('came', trainer)
  expect((await app.call(teams.list, { orgId: club.id }, as(trainer))).map(({ name }) => name)).toEqual(['U12'])
  const shown = await app.call(teams.show, team(), as(trainer))
  expect(shown).toStrictEqual({
    id: teamId,
    version: 1,
    name: 'U12',
    season: '2026',
    archived: false,
    people: 2,
    trainers: ['Dan Krogh'],
    members: [
      {
        memberId: trainer.memberId,
        name: 'Dan Krogh',
        age: null,
        role: 'trainer',
        guardian: null,
        days: 0,
        came: 0,
      },
      {
        memberId: child,
        name: 'Alma Holm',
        age: 10,
        role: 'player',
        guardian: { name: 'Anna Holm', phone: expect.any(String) },
        days: 1,
        came: 1,
      },
    ],
  })
  const marks = await app.call(teams.attendance, team(), as(trainer))
  expect(marks).toStrictEqual({
    days: [today],
    marks: [{ memberId: child, day: today, state: 'came', by: 'Dan Krogh', at: expect.any(String) }],
    today,
    next: null,
  })
})

test('of a child with their own sign-in a trainer sees an adult of the family, and no sibling', async () => {
  const [bo, carla] = [await signedIn(app, 'bo@example.com'), await signedIn(app, 'carla@example.com')]
  const born = (who: Person, years: number) =>
    app.database.sql('update members set date_of_birth = $1 where id = $2', [
      `${Number(today.slice(0, 4)) - years}-01-01`,
      who.memberId,
    ])
  const guardian = async () =>
    (await app.call(teams.show, team(), as(trainer))).members.find(({ memberId }) => memberId === bo.memberId)!.guardian
  await app.database.sql(
    `insert into club_people (org_id, member_id, since, source) values ($1, $2, '2020-01-01', 'added')`,
    [club.id, bo.memberId],
  )
  await app.call(teams.addPeople, { ...team(), role: 'player', ids: [bo.memberId] }, as(chair))
  await linkedTo(app, carla, bo)
  await linkedTo(app, bo, anna)
  await Promise.all([born(bo, 15), born(carla, 17), born(anna, 45)])
  expect(await guardian()).toMatchObject({ name: 'Anna Holm' })
  await born(anna, 16)
  expect(await guardian()).toBeNull()
  await Promise.all([born(bo, 18), born(anna, 45)])
  expect(await guardian()).toBeNull()
})

test('a trainer gets nothing of another team, and another club nothing of theirs', async () => {
  const other = { teamId: otherId, memberId: anna.memberId }
  expect(await codeOf(app.call(teams.show, { orgId: club.id, teamId: otherId }, as(trainer)))).toBe('team_not_found')
  expect(await codeOf(app.call(teams.attendance, { orgId: club.id, teamId: otherId }, as(trainer)))).toBe(
    'team_not_found',
  )
  expect(await codeOf(mark('came', trainer, other))).toBe('team_not_found')
  // Somebody who is not in it.
  expect(await codeOf(mark('came', trainer, { memberId: anna.memberId }))).toBe('not_found')
  const elsewhere = await buildClub(app)
  await grantOffice(app, elsewhere, chair, ['chair'])
  expect(await codeOf(app.call(teams.show, { orgId: elsewhere.id, teamId }, as(chair)))).toBe('team_not_found')
})

test('no other call of the office is open to a trainer, but for what is empty without a right', async () => {
  const open = nameRoutes(api, routesOf(app.context, {} as LiveBells)).flatMap(({ name, route: { rules } }) =>
    typeof rules.may !== 'string' && ['any', 'teams'].includes(rules.may.scope) ? [name] : [],
  )
  expect(open.toSorted()).toEqual([
    'delayedActions.list',
    'officeToday.show',
    'teams.attendance',
    'teams.events',
    'teams.list',
    'teams.mark',
    'teams.sensitiveAnswers',
    'teams.show',
  ])
  expect(await app.call(delayedActions.list, { orgId: club.id }, as(trainer))).toEqual([])
  const { wentLive: _, ...parts } = await app.call(officeToday.show, { orgId: club.id }, as(trainer))
  expect(new Set(Object.values(parts))).toEqual(new Set([null]))
  expect(await codeOf(app.call(officeMembers.list, { orgId: club.id }, as(trainer)))).toBe('forbidden')
})

test.each([
  [
    'another role in the team',
    () => app.call(teams.changeRole, { ...team(), memberId: trainer.memberId, role: 'helper' }, as(chair)),
    'team_not_found',
  ],
  [
    'taken off the team',
    () => app.call(teams.endPerson, { ...team(), memberId: trainer.memberId }, as(chair)),
    'team_not_found',
  ],
  [
    'an archived team',
    () => app.call(teams.save, { ...team(), name: 'U12', season: '', archived: true, version: 1 }, as(chair)),
    'team_not_found',
  ],
  [
    'no role in the office',
    () =>
      app.database.sql('update office_grants set revoked_at = portal_now() where member_id = $1', [trainer.memberId]),
    'forbidden',
  ],
])('with %s a trainer sees nothing at once', async (_, end, code) => {
  await app.call(teams.show, team(), as(trainer))
  await end()
  expect(await codeOf(app.call(teams.show, team(), as(trainer)))).toBe(code)
  expect(await codeOf(mark('came', trainer))).toBe(code)
})

test('of two taps at once one counts, with who made it', async () => {
  const [one, two] = await Promise.all([mark('came', trainer), mark('absent', chair)])
  const { marks } = await app.call(teams.attendance, team(), as(chair))
  expect(marks).toHaveLength(1)
  expect([one, two]).toContainEqual(marks[0])
  expect((await mark(null, trainer)).state).toBeNull()
  expect((await app.call(teams.attendance, team(), as(chair))).marks).toEqual([])
  expect(await codeOf(mark('came', trainer, { day: addDays(today, 1) }))).toBe('day_out_of_range')
})

test('the same person is added once, and the register filters by team', async () => {
  const twice = () => app.call(teams.addPeople, { ...team(), role: 'player', ids: [child, anna.memberId] }, as(chair))
  const answers = await Promise.all([twice(), twice()])
  expect(answers.map(({ added }) => added).toSorted((a, b) => a - b)).toEqual([0, 1])
  const filter = JSON.stringify({ field: 'team', op: 'any_of', values: [teamId] })
  const { people } = await app.call(officeMembers.list, { orgId: club.id, filter }, as(chair))
  expect(people.map(({ name }) => name)).toEqual(['Alma Holm', 'Anna Holm', 'Dan Krogh'])
})

test.each([
  ['said by the office', () => app.call(leaving.rejoin, { orgId: club.id, memberId: anna.memberId }, as(chair))],
  ['by a purchase', () => buy(app, anna, club)],
])('a return before the day of leaving keeps them in their teams: %s', async (_, comeBack) => {
  const gone = { memberId: anna.memberId, day: addDays(today, 30), reason: 'moved', text: '' } as const
  await app.call(leaving.leaveOwn, { orgId: club.id, ...gone }, as(anna))
  const ends = () =>
    app.database.sql('select until_on::text as until from team_people where org_id = $1 and member_id = $2', [
      club.id,
      anna.memberId,
    ])
  expect(await ends()).toEqual([{ until: gone.day }])
  await comeBack()
  expect(await ends()).toEqual([{ until: null }])
})

test('leaving the club ends teams, and stopping it brings them back', async () => {
  const which = { orgId: club.id, memberId: anna.memberId }
  const gone = { day: today, reason: 'moved', text: '', tickets: 'keep' } as const
  await app.call(leaving.leave, { ...which, ...gone }, as(chair))
  expect(await app.call(teams.ofPerson, which, as(chair))).toEqual([])
  const [action] = await app.call(delayedActions.list, { orgId: club.id }, as(chair))
  await app.call(delayedActions.stopLeave, { orgId: club.id, actionId: action!.id }, as(chair))
  expect(await app.call(teams.ofPerson, which, as(chair))).toEqual([
    { id: otherId, name: 'U14', season: '2026', role: 'player' },
  ])
})
