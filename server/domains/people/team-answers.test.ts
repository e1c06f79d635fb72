import { beforeAll, beforeEach, expect, test } from 'vitest'
import { personDuplicates } from '#contract/people/duplicates.ts'
import { teams } from '#contract/people/teams.ts'
import { inTransaction } from '#server/database/db.ts'
import { insertManagedPerson, joinClub } from '#server/domains/members/index.ts'
import { buildClub, buildParticipant, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { type BuiltEvent, buildEvent, buildQuestions, questionOf } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { prepare } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

const DAY = 86_400_000
const sick = questionOf({ label: { da: 'Allergier' }, sensitive: true, readers: ['trainer'] })
const medicine = questionOf({ label: { da: 'Medicin' }, sensitive: true })

let app: TestApp
let anna: Person
let chair: Person
let trainer: Person
let club: Club
let camp: BuiltEvent
let teamId: string
let child: string

beforeAll(async () => {
  app = await sharedApp()
  ;[anna, chair, trainer] = await Promise.all([
    signedIn(app, 'anna@example.com'),
    signedIn(app, 'erik@example.com'),
    signedIn(app, 'dan@example.com'),
  ])
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  await grantOffice(app, club, chair, ['chair'])
  await grantOffice(app, club, trainer, ['trainer'])
  child = await buildParticipant(app, anna, 'Alma')
  await app.database.sql(
    `insert into club_people (org_id, member_id, since, source) select $1, unnest($2::uuid[]), '2020-01-01', 'added'`,
    [club.id, [anna.memberId, trainer.memberId, child]],
  )
  teamId = (await app.call(teams.add, { orgId: club.id, name: 'U12', season: '' }, as(chair))).id
  await add('player', child)
  await add('trainer', trainer.memberId)
  const startsAt = new Date(Date.now() + 5 * DAY)
  camp = await buildEvent(app, club, { startsAt, categories: [{ category: 'adult', price: 0 }] })
  await buildQuestions(
    app,
    camp,
    [sick, medicine].map((one) => ({ ...one, id: crypto.randomUUID() })),
  )
  const { rows } = await asked()
  await prepare(
    app,
    anna,
    [child, anna.memberId].map((memberId) => ({
      memberId,
      event: camp,
      answers: Object.fromEntries(
        rows.map(({ id, name }) => [id, `${name} ${memberId === child ? 'barn' : 'voksen'}`]),
      ),
    })),
  )
})

const as = ({ token }: Person) => ({ as: token })
const asked = async () => ({
  rows: await app.database.sql<{ id: string; name: string }>(
    `select id, label_texts->>'da' as name from event_questions where event_id = $1 order by position`,
    [camp.id],
  ),
})
const add = (role: 'player' | 'trainer', id: string) =>
  app.call(teams.addPeople, { orgId: club.id, teamId, role, ids: [id] }, as(chair))
const listed = (who: Person) => app.call(teams.events, { orgId: club.id, teamId }, as(who))
const read = (who: Person) => app.call(teams.sensitiveAnswers, { orgId: club.id, teamId, eventId: camp.id }, as(who))
const move = (days: number) =>
  app.database.sql(
    `update events set starts_at = portal_now() + $2 * interval '1 day', ends_at = portal_now() + ($2 + 1) * interval '1 day' where id = $1`,
    [camp.id, days],
  )

test("a trainer reads the team's answers to questions for trainers, and the club's history says so", async () => {
  expect(await listed(trainer)).toMatchObject([{ eventId: camp.id, people: 1 }])
  const { people } = await read(trainer)
  expect(people.map(({ answers }) => answers)).toEqual([[{ label: 'Allergier', text: 'Allergier barn' }]])
  expect(
    await app.database.sql(
      "select actor_id, after from office_history where org_id = $1 and name = 'sensitive_answers_read'",
      [club.id],
    ),
  ).toMatchObject([{ after: { count: 1, team: 'U12' } }])
})

test('from 7 days before the event until 2 days after it', async () => {
  for (const [days, readable] of [
    [7.1, false],
    [6.9, true],
    [-2.9, true],
    [-3.1, false],
  ] as const) {
    await move(days)
    expect(await listed(trainer)).toHaveLength(readable ? 1 : 0)
    expect(await codeOf(read(trainer))).toBe(readable ? 'ok' : 'event_not_found')
  }
})

test('nobody else reads them by a team: neither an office nor who trained it once', async () => {
  expect(await listed(chair)).toEqual([])
  expect(await codeOf(read(chair))).toBe('team_not_found')
  await app.call(teams.changeRole, { orgId: club.id, teamId, memberId: trainer.memberId, role: 'helper' }, as(chair))
  expect(await codeOf(listed(trainer))).toBe('team_not_found')
  expect(await codeOf(read(trainer))).toBe('team_not_found')
})

test('a secretary makes themselves no trainer, neither in the team nor by a merge', async () => {
  const secretary = await signedIn(app, 'bo@example.com')
  await grantOffice(app, club, secretary, ['secretary', 'trainer'])
  await app.database.sql(
    `insert into club_people (org_id, member_id, since, source) values ($1, $2, '2020-01-01', 'added')`,
    [club.id, secretary.memberId],
  )
  const put = (role: 'helper' | 'trainer', ids: string[]) =>
    app.call(teams.addPeople, { orgId: club.id, teamId, role, ids }, as(secretary))
  const become = (who: Person, role: 'player' | 'trainer') =>
    app.call(teams.changeRole, { orgId: club.id, teamId, memberId: secretary.memberId, role }, as(who))
  expect(await codeOf(put('trainer', [anna.memberId, secretary.memberId]))).toBe('role_not_yours')
  expect(await codeOf(put('helper', [secretary.memberId]))).toBe('ok')
  expect(await codeOf(become(secretary, 'trainer'))).toBe('role_not_yours')
  const { id: double } = await inTransaction(app.context.db, async (tx) => {
    const person = await insertManagedPerson(tx, { firstName: 'Bo', lastName: 'Holm' })
    await joinClub(tx, { orgId: club.id, memberIds: [person.id], source: 'added', managed: true })
    return person
  })
  await put('trainer', [double])
  const merge = { orgId: club.id, keptId: secretary.memberId, goneId: double, take: [] }
  expect(await codeOf(app.call(personDuplicates.merge, merge, as(secretary)))).toBe('role_not_yours')
  expect(await codeOf(read(secretary))).toBe('team_not_found')
  await become(chair, 'trainer')
  expect(await codeOf(put('trainer', [secretary.memberId]))).toBe('ok')
  expect(await codeOf(read(secretary))).toBe('ok')
})

test('a question that names no trainers shows them nothing', async () => {
  await app.database.sql("update event_questions set readers = '{event_manager}' where event_id = $1", [camp.id])
  expect(await listed(trainer)).toEqual([])
  expect(await codeOf(read(trainer))).toBe('event_not_found')
})
