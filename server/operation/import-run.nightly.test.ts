import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Import, imports } from '#contract/people/imports.ts'
import { buildClub, signedIn, type Club, type Person } from '../testing/builders.ts'
import { brokenInvariants } from '../testing/invariants/broken-invariants.ts'
import { dieAt } from '../testing/outside/portal-processes.ts'
import { runRecurring } from '../testing/purchases/renewing.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

/** An import and its taking back whose workers die with SIGKILL ten times each, before and after the commit of a batch: no row twice, none lost. */
const PEOPLE = 4000
const DEATHS = 10

let app: TestApp
let club: Club
let office: Person
beforeAll(async () => {
  app = await createTestApp()
  office = await signedIn(app, 'all-clubs@example.com')
  club = await buildClub(app)
})

afterAll(() => app.close())

/** Does the work of a minute without waiting for it. */
const resume = () => runRecurring(app, 'people.resume-imports')
const as = () => ({ as: office.token })
const of = ({ id }: Pick<Import, 'id'>) => ({ orgId: club.id, importId: id })
const seen = (one: Import) => ({ ...of(one), version: one.version })
const show = (one: Import) => app.call(imports.show, of(one), as())
const added = () => count('club_people where org_id = $1')
const members = () => count('members where $1::text is not null')
const count = async (from: string) =>
  (await app.database.sql<{ count: number }>(`select count(*)::int from ${from}`, [club.id]))[0]!.count

/** @returns how many rows were done after each death */
async function dieTenTimes(points: readonly [string, string], done: () => Promise<number>): Promise<number[]> {
  const progress: number[] = []
  for (let death = 0; death < DEATHS; death++) {
    await resume()
    expect(await dieAt(app, points[death % 2]!)).toBe(true)
    progress.push(await done())
  }
  await resume()
  await app.runJobs()
  return progress
}

let draft: Import
let before: number

test('a worker that dies ten times imports every row once, and loses none', async () => {
  const rows = Array.from({ length: PEOPLE }, (_, at) => `Person Nr${at};01-02-1980;p${at}@import.example`)
  const file = new TextEncoder().encode(`Navn;Født;E-mail\n${rows.join('\n')}\n`)
  draft = await app.call(imports.upload, { orgId: club.id, fileName: 'many.csv', bytes: file }, as())
  const season = { dateOrder: 'dmy' as const, membership: 'season' as const, seasonId: club.season.id }
  const saved = await app.call(
    imports.saveChoices,
    { ...seen(draft), choices: { ...season, seasons: [], tags: [] } },
    as(),
  )
  await app.call(imports.check, seen(saved), as())
  await app.runJobs()
  before = await members()
  await app.call(imports.run, seen(await show(draft)), as())

  const progress = await dieTenTimes(['import.writing', 'import.written'], added)
  // Nothing of a batch that was not committed, and all of one that was.
  expect(progress).toEqual([0, 500, 500, 1000, 1000, 1500, 1500, 2000, 2000, 2500])
  const done = await show(draft)
  expect(done).toMatchObject({ state: 'done', counts: { done: PEOPLE, added: PEOPLE, memberships: PEOPLE } })
  expect(await added()).toBe(PEOPLE)
  expect(await members()).toBe(before + PEOPLE)
  expect(await count(`membership_terms where org_id = $1 and status = 'active'`)).toBe(PEOPLE)
  expect(await count('(select distinct number from club_people where org_id = $1) numbers')).toBe(PEOPLE)
}, 600_000)

test('a worker that dies ten times takes back every row once, and loses none', async () => {
  await app.call(imports.undo, seen(await show(draft)), as())
  const left = await dieTenTimes(['import.taking-back', 'import.taken-back'], added)
  expect(left).toEqual([4000, 3500, 3500, 3000, 3000, 2500, 2500, 2000, 2000, 1500])
  expect(await show(draft)).toMatchObject({ state: 'undone', counts: { undone: PEOPLE, kept: 0 } })
  expect([await added(), await members()]).toEqual([0, before])
  expect(await brokenInvariants(app, club)).toEqual([])
}, 600_000)
