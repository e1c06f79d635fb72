import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { pathOf } from '#contract/endpoint.ts'
import { newId } from './database/new-id.ts'
import { pagePatterns } from './page-patterns.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

/** An organisation's key is the first word of the addresses of its events, so that no other address may begin with it. */
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const keep = (key: string) =>
  database.sql(
    `insert into organisations (id, key, name, contact_email) values ($1, $2, 'A club', 'club@mail.example')`,
    [newId(), key],
  )

const firstWords = (paths: readonly string[]) =>
  paths.map((path) => path.split('/')[1]!.replace(/\{\w+\}/, newId().slice(-4))).filter((word) => word !== '')

const pages = firstWords(pagePatterns.filter((pattern) => !/^\/\{\w+\}\//.test(pattern)))
const calls = firstWords(Object.values(api).flatMap((all) => Object.values(all).map(({ path }) => pathOf(path, 'izy'))))
const served = [
  'healthz',
  'readyz',
  'metrics',
  'docs',
  'openapi.json',
  'build.json',
  'assets',
  'fonts',
  'realms',
  'simulators',
  'ui',
]

test.each([...new Set([...pages, ...calls, ...served])])('no organisation is called %s', async (word) => {
  for (const key of [word.toUpperCase(), word.toLowerCase()])
    await expect(keep(key), key).rejects.toMatchObject({ constraint: 'organisations_key_free' })
})

test('none is called ALL, which in a role means every organisation', async () => {
  await expect(keep('ALL')).rejects.toMatchObject({ constraint: 'organisations_key_free' })
})

test.each([
  'ROKLUB',
  'TENNIS',
  'KOR',
  'EVENTYR',
  'UIS',
  'ADMINS',
  'TOOL',
  'PAGES',
  'ALLE',
  'TICKETSALG',
  'ORGANIZATION-2',
])('%s is allowed', async (key) => {
  await keep(key)
})

test('a club with such a key from before can be edited and renamed, but not to another such key', async () => {
  await database.sql(`alter table organisations disable trigger organisations_key_free`)
  await keep('TICKETS')
  await database.sql(`alter table organisations enable trigger organisations_key_free`)
  await database.sql(`update organisations set name = 'Another name', key = key where key = 'TICKETS'`)
  await expect(database.sql(`update organisations set key = 'UI' where key = 'TICKETS'`)).rejects.toMatchObject({
    constraint: 'organisations_key_free',
  })
  await database.sql(`update organisations set key = 'THEATRE' where key = 'TICKETS'`)
})
