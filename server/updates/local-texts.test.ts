import { afterAll, beforeAll, expect, test } from 'vitest'
import { organisations } from '#contract/organisations/organisations.ts'
import { buildClub, type Club } from '#server/testing/builders.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

/** While an update rolls, the version before writes and reads a column for each language. */
let app: TestApp
let club: Club
beforeAll(async () => {
  app = await createTestApp()
  club = await buildClub(app)
})
afterAll(() => app.close())

const described = async (language: string) =>
  (await app.call(organisations.profile, { id: club.id }, { headers: { 'accept-language': language } })).description
const columns = async () =>
  (
    await app.database.sql(
      'select description_da as da, description_en as en, description_texts as description from organisations where id = $1',
      [club.id],
    )
  )[0]

test('texts written by the previous version are read, in both languages', async () => {
  expect(await columns()).toEqual({ da: '', en: '', description: { da: '' } })
  await app.database.sql(
    `update organisations set description_da = 'Vi ror.', description_en = 'We row.' where id = $1`,
    [club.id],
  )
  expect([await described('da'), await described('en')]).toEqual(['Vi ror.', 'We row.'])
  await app.database.sql(`update organisations set description_en = '' where id = $1`, [club.id])
  expect([await described('da'), await described('en')]).toEqual(['Vi ror.', 'Vi ror.'])
})

test('the previous version reads and finds texts written now', async () => {
  const write = (text: object) =>
    app.database.sql('update organisations set description_texts = $2 where id = $1', [club.id, JSON.stringify(text)])
  await write({ da: 'Vi sejler på søen.', en: 'We sail.' })
  expect(await columns()).toMatchObject({ da: 'Vi sejler på søen.', en: 'We sail.' })
  await write({ da: 'Vi padler på søen.' })
  expect(await columns()).toMatchObject({ da: 'Vi padler på søen.', en: '' })
  const found = await app.call(organisations.directory, { search: 'padler pa soen' })
  expect(found.map(({ id }) => id)).toContain(club.id)
})

test('a coupon of the previous version has one name, and a new one has two', async () => {
  const insert = (name: string, values: string) =>
    app.database.sql(
      `insert into coupons (id, org_id, code, ${name}, percent) values (portal_new_id(), $1, $2, ${values}, 10)
       returning name_texts as name, name_da, name_en`,
      [club.id, `C${values.length}`],
    )
  expect(await insert('name_da, name_en', `'Tidlig', 'Early'`)).toEqual([
    { name: { da: 'Tidlig', en: 'Early' }, name_da: 'Tidlig', name_en: 'Early' },
  ])
  expect(await insert('name_texts', `'{"da": "Tidlig"}'`)).toEqual([
    { name: { da: 'Tidlig' }, name_da: 'Tidlig', name_en: 'Tidlig' },
  ])
})
