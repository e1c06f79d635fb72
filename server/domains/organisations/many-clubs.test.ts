import { beforeAll, expect, test } from 'vitest'
import { organisations } from '#contract/organisations/organisations.ts'
import { buildClub, buildParticipant, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { prepare } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let child: string
let club: Club
const as = () => ({ as: anna.token })

beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  child = await buildParticipant(app, anna, 'Ida')
  club = await buildClub(app)
  await app.database.sql(
    `insert into organisations (id, key, name, city, description_texts, contact_email)
     select portal_new_id(), 'M' || n, 'Klub ' || lpad(n::text, 4, '0'), case when n % 100 = 0 then 'Århus' else 'Sønderborg' end,
       local_text(case when n = 777 then 'Søens bedste roere: 100% sjov' else '' end, ''), 'm@club.example' from generate_series(1, 1200) n`,
  )
  await app.database.sql(`update organisations set name = 'Roere i Århus' where key = 'M5'`)
})

const names = async (search: string) => (await app.call(organisations.directory, { search })).map(({ name }) => name)

test.each([
  ['ÅRHUS', 13],
  ['aarhus', 13],
  ['arhus', 13],
  ['soenderborg 0042', 1],
  ['sonderborg 0042', 1],
  ['100%', 1],
  ['1_0', 0],
  ['(.*)', 0],
])('searching the directory for %j finds %i clubs', async (search, count) => {
  expect(await names(search)).toHaveLength(count)
})

test('clubs whose name matches come first', async () => {
  expect(await names('århus')).toHaveLength(13)
  expect((await names('århus'))[0]).toBe('Roere i Århus')
  expect(await names('roere')).toEqual(['Roere i Århus', 'Klub 0777'])
})

test('the pages of the directory and the list have each club once, by name', async () => {
  const all: string[] = []
  for (let after: string | undefined; ;) {
    const page = await app.call(organisations.directory, { limit: '100', ...(after && { after }) })
    all.push(...page.map(({ name }) => name))
    after = page.at(-1)?.id
    if (page.length < 100) break
  }
  const [row] = await app.database.sql<{ names: string[] }>(
    'select array_agg(name order by name, id) as names from organisations where enabled',
  )
  expect(all).toEqual(row!.names)

  const first = await app.call(organisations.list, {}, as())
  const rest = await app.call(organisations.list, { after: first.at(-1)!.id }, as())
  expect([...first, ...rest].map(({ name }) => name)).toEqual(row!.names)
  expect(first).toHaveLength(1000)
})

test('a club created between two pages doubles and hides no other', async () => {
  const page = (after?: string) =>
    app.call(organisations.list, { search: 'klub', limit: '100', ...(after && { after }) }, as())
  const before = await app.call(organisations.list, { search: 'klub' }, as())
  const first = await page()
  const created = await buildClub(app)
  await app.database.sql(`update organisations set name = 'Abe klub 0000' where id = $1`, [created.id])
  const [early, late] = [await page(), await page(first.at(-1)!.id)]
  expect([...first, ...late].map(({ id }) => id)).toEqual(before.slice(0, 200).map(({ id }) => id))
  expect(early.map(({ id }) => id)).toEqual([created.id, ...first.slice(0, 99).map(({ id }) => id)])
  await app.database.sql(`update organisations set enabled = false, name = 'Ø' where id = $1`, [created.id])
})

test('test clubs come last in every list, across its pages', async () => {
  const simulated = await buildClub(app, { testMode: true })
  await app.database.sql(`update organisations set name = 'Aaa' where id = $1`, [simulated.id])
  const [first] = await app.call(organisations.directory, { limit: '1' })
  expect(first!.testMode).toBe(false)
  const [row] = await app.database.sql<{ count: number }>('select count(*)::int from organisations where enabled')
  const before = await app.call(organisations.list, { limit: '1000' }, as())
  const rest = row!.count > 1000 ? await app.call(organisations.list, { after: before.at(-1)!.id }, as()) : []
  expect([...before, ...rest].at(-1)!.id).toBe(simulated.id)
  await app.database.sql(`update organisations set enabled = false, name = 'Ø' where id = $1`, [simulated.id])
})

test('the list can be limited to one club, by id or by key in any case', async () => {
  const found = await app.call(organisations.list, { key: club.key.toLowerCase() }, as())
  expect(found.map(({ id }) => id)).toEqual([club.id])
  expect(found[0]!.readyForMembershipRenewal).toBe(true)
  expect(await app.call(organisations.list, { ids: club.id }, as())).toEqual(found)
})

test('among many clubs a family sees its own, and one answer has everything they sell', async () => {
  expect(await app.call(organisations.mine, {}, as())).toEqual([])
  await prepare(app, anna, [{ memberId: child, season: club.season }])
  const other = await buildClub(app)
  await buildSeason(app, other, { name: 'Half year' })
  expect((await app.call(organisations.mine, {}, as())).map(({ id }) => id)).toEqual([club.id])

  const input = { memberIds: [anna.memberId, child].join(',') }
  const sold = await app.call(organisations.configurationsOfMine, input, as())
  expect(sold).toEqual(await app.call(organisations.membershipConfigurations, { id: club.id, ...input }, as()))
  const both = await app.call(organisations.configurationsOfMine, { ...input, orgIds: other.id }, as())
  expect(new Set(both.map(({ orgId }) => orgId))).toEqual(new Set([club.id, other.id]))
  for (const { id } of [club, other])
    expect(both.filter(({ orgId }) => orgId === id)).toEqual(
      await app.call(organisations.membershipConfigurations, { id, ...input }, as()),
    )
})

test('two clubs take as many queries as one', async () => {
  const other = await buildClub(app)
  const memberIds = anna.memberId
  const queries = (orgIds: string) =>
    countQueries(() => app.call(organisations.configurationsOfMine, { memberIds, orgIds }, as()))
  expect(await queries(`${club.id},${other.id}`)).toBe(await queries(club.id))
})

test('a browser keeps the directory for a minute, and then revalidates it', async () => {
  const ask = (etag = '') =>
    fetch(`${app.url}/izy-org-api/api/v1/public/org/list?limit=3`, { headers: { 'if-none-match': etag } })
  const first = await ask()
  expect(first.headers.get('cache-control')).toBe('public, max-age=60')
  const etag = first.headers.get('etag')!
  const again = await ask(etag)
  expect([again.status, await again.text()]).toEqual([304, ''])
  await app.database.sql(
    `update organisations set city = 'Ry' where key = (select key from organisations order by name, id limit 1)`,
  )
  const changed = await ask(etag)
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(etag)
})
