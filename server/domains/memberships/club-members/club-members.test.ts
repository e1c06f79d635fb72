import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ClubMember, officeMembers } from '#contract/memberships/club-members.ts'
import { addDays, copenhagenDate } from '#server/database/clock.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { buildClub, buildSeason, fillRegisters, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { type HeldTerm, statusOfTerms } from '../terms/main-term.ts'
import { statusOf } from '../terms/membership-status.ts'

const today = copenhagenDate(new Date())
const year = Number(today.slice(0, 4))

let app: TestApp
let club: Club
let other: Club
let admin: Person
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app, { key: 'ROKLUB' })
  other = await buildClub(app, { key: 'TENNIS' })
  admin = await signedIn(app, 'admin@roklub.example')
  const lastYear = await buildSeason(app, club, {
    name: `Adult ${year - 1}`,
    startDate: `${year - 1}-01-01`,
    endDate: `${year - 1}-06-30`,
  })
  const anna = await person('Anna', 'Holm', { email: 'anna@list.example', phone: '+4520304050', born: 40 })
  const alma = await person('Alma', 'Holm', { parent: anna, born: 12 })
  await insertTermOf(anna, club.season)
  await insertTermOf(alma, club.season)
  await insertTermOf(alma, lastYear)
  await insertTermOf(await person('Åse', 'Ågård', { born: 30 }), lastYear)
  await insertTermOf(await person('Zenobia', '100%', {}), club.season, 'cancelled')
  await insertTermOf(await person('Øjvind', 'Quist', { born: 70 }), club.season)
  await insertTermOf(await person('Held', 'Only', {}), club.season, 'held')
  await insertTermOf(await person('Thor', 'Tennis', {}), other.season)
})
beforeEach(() => app.database.sql('truncate rate_windows'))

async function person(
  first: string,
  last: string,
  { email, phone = '', parent, born }: { email?: string; phone?: string; parent?: string; born?: number },
): Promise<string> {
  const id = newId()
  await app.database.sql(
    'insert into members (id, first_name, last_name, email, phone, parent_id, date_of_birth) values ($1, $2, $3, $4, $5, $6, $7)',
    [id, first, last, email ?? null, phone, parent ?? null, born ? `${year - born}-01-01` : null],
  )
  return id
}

async function insertTermOf(
  memberId: string,
  season: { id: string; orgId: string; startDate: string; endDate: string },
  status = 'active',
): Promise<void> {
  await app.database.sql(
    'insert into memberships (id, org_id, member_id, enabled) values ($1, $2, $3, true) on conflict do nothing',
    [newId(), season.orgId, memberId],
  )
  await app.database.sql(
    `insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
     select $1, id, org_id, member_id, $4, 2026, $5, $6, $7 from memberships where org_id = $2 and member_id = $3`,
    [newId(), season.orgId, memberId, season.id, season.startDate, season.endDate, status],
  )
  await fillRegisters(app)
}

interface Which {
  filter?: unknown
  search?: string
  day?: string
  sort?: string
  after?: string
}
const list = ({ filter, ...which }: Which = {}, as = admin.token, orgId = club.id) =>
  app.call(officeMembers.list, { orgId, ...which, ...(filter ? { filter: JSON.stringify(filter) } : {}) } as never, {
    as,
  })
const firstNames = (people: readonly ClubMember[]) => people.map(({ name }) => name.split(' ')[0])
const found = async (which: Which) => firstNames((await list(which)).people)

test('everybody who has or had a membership of the club, by the Danish alphabet, and nobody else', async () => {
  const { people, total, next, day } = await list()
  expect(firstNames(people)).toEqual(['Alma', 'Anna', 'Zenobia', 'Øjvind', 'Åse'])
  expect({ total, next, day }).toEqual({ total: 5, next: null, day: today })
  expect(people[0]).toMatchObject({
    name: 'Alma Holm',
    age: 12,
    status: 'active',
    statusUntil: club.season.endDate,
    memberships: [`Adult ${year}`],
    household: [{ name: 'Anna Holm' }],
    since: `${year - 1}-01-01`,
  })
  expect(people[1]).toMatchObject({
    email: 'anna@list.example',
    phone: '+4520304050',
    household: [{ name: 'Alma Holm' }],
  })
})

test('memberships are named in the language of the reader, and say where that is Danish', async () => {
  const name = `Adult ${year}`
  const read = async (language: string) => {
    const headers = { 'accept-language': language }
    const [{ memberships, danish } = { memberships: [] }] = (
      await app.call(officeMembers.list, { orgId: club.id }, { as: admin.token, headers })
    ).people
    return { memberships, danish }
  }
  expect(await read('en')).toEqual({ memberships: [name], danish: [name] })
  const write = (texts: string) =>
    app.database.sql(`update membership_configurations set name_texts = ${texts} where id = $1`, [club.season.id])
  await write(`name_texts || '{"en": "Grown-up"}'`)
  expect(await read('en')).toEqual({ memberships: ['Grown-up'], danish: undefined })
  expect(await read('da')).toEqual({ memberships: [name], danish: undefined })
  await write(`name_texts - 'en'`)
})

test.each([`${year + 11}-01-01`, '2999-12-31', '1899-12-31'])('a list as of %s is refused', async (day) => {
  expect(['day_out_of_range', 'invalid_input']).toContain(await codeOf(list({ day })))
})

test('age, status and memberships are those of the chosen day', async () => {
  const { people } = await list({ day: `${year - 1}-03-01` })
  expect(people.map(({ status, age, memberships }) => [status, age, memberships])).toEqual([
    ['active', 11, [`Adult ${year - 1}`]],
    ['inactive', 39, [`Adult ${year}`]],
    ['cancelled', null, [`Adult ${year}`]],
    ['inactive', 69, [`Adult ${year}`]],
    ['active', 29, [`Adult ${year - 1}`]],
  ])
})

test.each<[string, Which, string[]]>([
  ['under 18', { filter: { field: 'age', op: 'below', value: 18 } }, ['Alma']],
  [
    'not under 18, also without a birth date',
    { filter: { not: { field: 'age', op: 'below', value: 18 } } },
    ['Anna', 'Zenobia', 'Øjvind', 'Åse'],
  ],
  ['without a birth date', { filter: { field: 'age', op: 'empty' } }, ['Zenobia']],
  [
    'active or refunded',
    { filter: { field: 'status', op: 'any_of', values: ['active', 'cancelled'] } },
    ['Alma', 'Anna', 'Zenobia', 'Øjvind'],
  ],
  [
    'active and over 30',
    {
      filter: {
        all: [
          { field: 'status', op: 'any_of', values: ['active'] },
          { field: 'age', op: 'from', value: 31 },
        ],
      },
    },
    ['Anna', 'Øjvind'],
  ],
  ['a text with a wildcard', { filter: { field: 'name', op: 'contains', value: '0%' } }, ['Zenobia']],
  ['part of a name', { search: ' HOLM ' }, ['Alma', 'Anna']],
  ['part of an e-mail address', { search: 'list.example' }, ['Anna']],
  ['a phone number with spaces', { search: '20 30 40' }, ['Anna']],
  ['since last year', { filter: { field: 'since', op: 'below', value: `${year}-01-01` } }, ['Alma', 'Åse']],
  ['the youngest first', { sort: 'age' }, ['Alma', 'Åse', 'Anna', 'Øjvind', 'Zenobia']],
  ['the oldest first', { sort: '-age' }, ['Øjvind', 'Anna', 'Åse', 'Alma', 'Zenobia']],
  ['the name turned round', { sort: '-name' }, ['Åse', 'Øjvind', 'Zenobia', 'Anna', 'Alma']],
])('%s', async (_, which, names) => expect(await found(which)).toEqual(names))

test('by a season that somebody paid for', async () => {
  const seasons = await app.call(officeMembers.seasons, { orgId: club.id }, { as: admin.token })
  expect(seasons.map(({ name }) => name)).toEqual([`Adult ${year}`, `Adult ${year - 1}`])
  const filter = { field: 'membership', op: 'any_of', values: [seasons[1]!.id] }
  expect(await found({ filter })).toEqual(['Alma', 'Åse'])
  expect(await found({ filter: { not: filter } })).toEqual(['Anna', 'Zenobia', 'Øjvind'])
})

test('a person of another club is not found, and another office sees nobody of this club', async () => {
  const [thor] = await app.database.sql<{ id: string }>(`select id from members where first_name = 'Thor'`)
  const show = (memberId: string) => app.call(officeMembers.show, { orgId: club.id, memberId }, { as: admin.token })
  expect(await codeOf(show(thor!.id))).toBe('not_found')
  expect(await codeOf(show(newId()))).toBe('not_found')
  expect(await codeOf(list({}, admin.token, other.id))).toBe('forbidden')
  const foreign = await signedIn(app, 'admin@tennis.example')
  expect(firstNames((await list({}, foreign.token, other.id)).people)).toEqual(['Thor'])
  const { people } = await list({ search: 'Alma' })
  expect(await show(people[0]!.id)).toMatchObject({
    name: 'Alma Holm',
    terms: [
      { name: `Adult ${year}`, status: 'active' },
      { name: `Adult ${year - 1}`, status: 'active' },
    ],
    family: [{ name: 'Anna Holm', as: 'parent', age: 40, status: 'active' }],
  })
})

test('a household has relatives and their children, whoever invited the other, and each of them has it', async () => {
  const family = await buildClub(app)
  await app.database.sql(
    `insert into office_grants (id, org_id, member_id, roles, granted_by) values ($1, $2, $3, '{secretary}', $3)`,
    [newId(), family.id, admin.memberId],
  )
  const [eva, dan, ulla, stranger] = [
    await person('Eva', 'Vest', {}),
    await person('Dan', 'Vest', {}),
    await person('Ulla', 'Vest', {}),
    await person('Stine', 'Vest', {}),
  ]
  const ida = await person('Ida', 'Vest', { parent: eva, born: 8 })
  for (const id of [eva, dan, ulla, stranger, ida]) await insertTermOf(id, family.season)
  // Dan invited Eva, and Eva invited Ulla; Stine has not answered.
  for (const [inviter, invitee, status] of [
    [dan, eva, 'approved'],
    [eva, ulla, 'approved'],
    [eva, stranger, 'pending'],
  ])
    await app.database.sql(
      `insert into family_invitations (id, family_id, inviter_id, invitee_id, invitee_email, status)
       values ($1::uuid, $1::uuid, $2, $3, $1::text || '@list.example', $4)`,
      [newId(), inviter, invitee, status],
    )
  const { people } = await list({}, admin.token, family.id)
  expect(people.map(({ name, household }) => [name, household.map((one) => one.name)])).toEqual([
    ['Dan Vest', ['Eva Vest', 'Ida Vest']],
    ['Eva Vest', ['Dan Vest', 'Ida Vest', 'Ulla Vest']],
    ['Ida Vest', ['Dan Vest', 'Eva Vest', 'Ulla Vest']],
    ['Stine Vest', []],
    ['Ulla Vest', ['Eva Vest', 'Ida Vest']],
  ])
})

test('pages stay as they are while people come and go', async () => {
  const crowd = await buildClub(app)
  await app.database.sql(
    `insert into office_grants (id, org_id, member_id, roles, granted_by) values ($1, $2, $3, '{secretary}', $3)`,
    [newId(), crowd.id, admin.memberId],
  )
  for (let at = 0; at < 120; at++)
    await insertTermOf(await person('Page', `P${String(at % 60).padStart(3, '0')}`, {}), crowd.season)
  const seen: string[] = []
  let after: string | undefined
  let pages = 0
  do {
    const page = await list(after ? { after } : {}, admin.token, crowd.id)
    seen.push(...page.people.map(({ id }) => id))
    after = page.next ?? undefined
    // Somebody new at the front, and somebody who was already shown goes.
    await insertTermOf(await person('Abba', `New ${pages}`, {}), crowd.season)
    await app.database.sql(`update membership_terms set status = 'released' where org_id = $1 and member_id = $2`, [
      crowd.id,
      seen[pages],
    ])
    pages++
  } while (after)
  expect(seen).toHaveLength(120)
  expect(new Set(seen).size).toBe(120)
})

test('a cursor that is not ours, or of another order, begins at the first page or continues, and never fails', async () => {
  for (const after of [
    'x',
    'AAAA',
    Buffer.from('["a","b"]').toString('base64url'),
    Buffer.from('[1e99,1]').toString('base64url'),
  ])
    expect((await list({ after, sort: '-since' })).people).toHaveLength(5)
  const byName = Buffer.from(JSON.stringify(['anna', newId()])).toString('base64url')
  expect((await list({ after: byName, sort: 'age' })).people).toHaveLength(5)
})

test('the status in SQL is the status of the rules', async () => {
  const day = fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-01-01', days * 12))
  const term: fc.Arbitrary<HeldTerm> = fc
    .record({
      startDate: day,
      days: fc.integer({ min: 0, max: 200 }),
      status: fc.constantFrom('active', 'cancelled'),
      isTrial: fc.boolean(),
      combinable: fc.boolean(),
    })
    .map(({ days, ...one }) => ({ ...one, endDate: addDays(one.startDate, days) }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ terms: fc.array(term, { minLength: 1, maxLength: 4 }), on: day, grace: fc.constantFrom(0, 31) }),
        {
          minLength: 50,
          maxLength: 50,
        },
      ),
      async (cases) => {
        const { rows } = await app.database.db.execute<{ statuses: string[] }>(sql`
          select json_agg(status order by at) as statuses from (
            select at, (
              select ${statusOfTerms(sql`(one ->> 'on')::date`, sql`(one ->> 'grace')::int`)}
              from json_to_recordset(one -> 'terms') as terms ("status" text, "startDate" date, "endDate" date, "isTrial" boolean, "combinable" boolean),
                lateral (select "startDate" as start_date, "endDate" as end_date) days, lateral (select "isTrial" as is_trial, combinable) seasons
            ) as status
            from json_array_elements(${JSON.stringify(cases)}::json) with ordinality as cases (one, at)
          ) derived`)
        expect(rows[0]!.statuses).toEqual(cases.map(({ terms, on, grace }) => statusOf(terms, on, grace).status))
      },
    ),
    { numRuns: 10 },
  )
})
