import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { renewsByCard } from '#contract/memberships/renewal.ts'
import { addDays } from '#server/database/clock.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { buildClub, buildSeason, type Club } from '#server/testing/builders.ts'
import { goTo } from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { graceEnd } from '../grace.ts'
import { lastSeasonOf, lastTermOf, type PaidSeason } from '../next-season.ts'
import { leavingOf } from '../office/members-leaving.ts'
import { mainTerm } from './main-term.ts'

const GRACE = 14

let app: TestApp
let club: Club
/** Two memberships, two trials and an optional extra: nobody holds the same season twice. */
let kinds: { id: string; isTrial: boolean; combinable: boolean }[]
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app)
  await app.database.sql('update organisations set grace_days = $2 where id = $1', [club.id, GRACE])
  kinds = []
  for (const [isTrial, combinable] of [
    [false, false],
    [false, false],
    [true, false],
    [true, false],
    [false, true],
  ] as const) {
    const { id } = await buildSeason(app, club, { name: newId(), isTrial, combinable, publishedAt: null })
    kinds.push({ id, isTrial, combinable })
  }
})

interface Held {
  readonly kind: number
  /** Days from the last one of the club's season. */
  readonly from: number
  readonly days: number
}
const people = fc.array(
  fc.uniqueArray(
    fc.record({
      kind: fc.nat(4),
      from: fc.integer({ min: -100, max: 60 }),
      days: fc.oneof(fc.nat(120), fc.constantFrom(0, 30)),
    }),
    { minLength: 1, maxLength: 4, selector: ({ kind }) => kind },
  ),
  { minLength: 80, maxLength: 80 },
)

/** The terms of a person, by the rules in TypeScript. */
const termsOf = (held: readonly Held[]) =>
  held.map(({ kind, from, days }) => {
    const startDate = addDays(club.season.endDate, from)
    const { isTrial, combinable } = kinds[kind]!
    return { status: 'active' as const, startDate, endDate: addDays(startDate, days), isTrial, combinable }
  })

/** Writes them for new members of the club. @returns the members */
async function write(held: readonly (readonly Held[])[]): Promise<string[]> {
  await app.database.sql('delete from membership_terms where org_id = $1', [club.id])
  const ids = held.map(() => newId())
  const rows = held.flatMap((one, at) =>
    termsOf(one).map(({ startDate, endDate }, term) => ({
      member: ids[at],
      kind: kinds[one[term]!.kind]!.id,
      startDate,
      endDate,
    })),
  )
  await app.database.sql(
    `insert into members (id, first_name, last_name) select value::uuid, 'Held', 'Held' from json_array_elements_text($1)`,
    [JSON.stringify(ids)],
  )
  await app.database.sql(
    `insert into memberships (id, org_id, member_id) select value::uuid, $2, value::uuid from json_array_elements_text($1)`,
    [JSON.stringify(ids), club.id],
  )
  await app.database.sql(
    `insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
     select portal_new_id(), member, $2, member, kind, 2026, "startDate", "endDate", 'active'
     from json_to_recordset($1) as held (member uuid, kind uuid, "startDate" date, "endDate" date)`,
    [JSON.stringify(rows), club.id],
  )
  return ids
}

test('whoever has a trial, too, leaves the club by the end of the membership, as long as it names them', async () => {
  await fc.assert(
    fc.asyncProperty(people, fc.integer({ min: -5, max: 80 }), async (held, after) => {
      const today = addDays(club.season.endDate, after)
      await goTo(app, today)
      const ids = await write(held)
      const { rows } = await app.context.db.execute<{ id: string; kind: string }>(
        sql`select member_id as id, kind from ${leavingOf(club.id)} leaving`,
      )
      const seasonIsOver = after > GRACE && after <= GRACE + 60
      const expected = held.map((one) => {
        const terms = termsOf(one)
        const main = mainTerm(terms, today, GRACE)!
        const last = terms
          .filter(renewsByCard)
          .map(({ endDate }) => endDate)
          .toSorted()
          .at(-1)
        if (!renewsByCard(main.term) || main.term.endDate !== last) return undefined
        if (main.status === 'grace') return graceEnd(last, GRACE) <= addDays(today, 6) ? 'grace' : undefined
        return main.status === 'expired' && seasonIsOver && last >= club.season.endDate ? 'lost' : undefined
      })
      expect(ids.map((id) => rows.find((row) => row.id === id)?.kind)).toEqual(expected)
    }),
    { numRuns: 25, endOnFailure: true },
  )
})

test('the last season is the same in SQL', async () => {
  await fc.assert(
    fc.asyncProperty(people, async (held) => {
      const ids = await write(held)
      const { rows } = await app.context.db.execute<{ id: string; endDate: string }>(sql`
        select membership_id as id, end_date::text as "endDate" from membership_terms
        where org_id = ${club.id} and id = ${lastTermOf(sql`membership_terms.membership_id`)}`)
      expect(ids.map((id) => rows.find((row) => row.id === id)?.endDate)).toEqual(
        held.map((one) => lastSeasonOf(termsOf(one) as unknown as PaidSeason[])?.endDate),
      )
    }),
    { numRuns: 10, endOnFailure: true },
  )
})
