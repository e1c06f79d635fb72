import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signingKey } from '#server/domains/events/tickets/signing-key.ts'
import { buildEvent, buildQuestions, questionOf } from '#server/testing/builders/event-builders.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buy, handleOf, openWindow, payInWindow, paymentRequest, prepare, stateOf } from '#server/testing/purchase.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { orders } from '#contract/orders/orders.ts'
import { tickets } from '#contract/events/tickets.ts'
import { encryptedColumns, requireKnownColumns, requireReadableSecrets } from './encrypted-columns.ts'
import { rotateSecrets } from './rotate-secrets.ts'
import { createSecrets } from './secrets.ts'

const [oldKey, newKey] = ['the-key-before-that-is-long-enough!!', 'the-key-of-now-that-is-long-enough!!']
const rotated = createSecrets(newKey, [oldKey])

let before: TestApp
let anna: Person
let club: Club
beforeAll(async () => {
  before = await createTestApp({ SECRETS_KEY: oldKey })
  anna = await signedIn(before, 'anna@example.com')
  club = await buildClub(before)
  // The first to ask makes the key that signs tickets.
  await before.call(tickets.keys, {})
})
afterAll(() => before.close())

const after = (env = {}) =>
  createTestApp({ DATABASE_URL: before.database.url, SECRETS_KEY: newKey, SECRETS_KEY_PREVIOUS: oldKey, ...env })
const texts = async () => {
  const columns = encryptedColumns.map(({ table, column }) => `select ${column} as text from ${table}`)
  return (await before.database.sql<{ text: string }>(columns.join(' union all '))).map(({ text }) => text)
}

test('the list names every encrypted column and no other', async () => {
  const rows = await before.database.sql<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%\\_encrypted'`,
  )
  const listed = encryptedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('an encrypted column missing from the list stops the rotation before it begins', async () => {
  const database = await createTestDatabase()
  await database.sql('create table later (id uuid primary key, thing_encrypted text)')
  await expect(rotateSecrets(database.db, rotated)).rejects.toThrow('later.thing_encrypted')
  await expect(requireKnownColumns(database.db)).rejects.toThrow('later.thing_encrypted')
  await database.drop()
})

test('a purchase begun under the old key is finished during the rotation, and everything is encrypted with the new key', async () => {
  const token = await prepare(before, anna, [{ memberId: anna.memberId, season: club.season }])
  const handle = await handleOf(before, anna, club.id)
  for (let more = 0; more < 7; more++) await buy(before, anna, await buildClub(before))
  const event = await buildEvent(before, club, { categories: [{ category: 'adult', price: 0 }] })
  const sick = questionOf({ sensitive: true })
  await buildQuestions(before, event, [sick])
  await prepare(before, anna, [{ memberId: anna.memberId, event, answers: { [sick.id]: 'Nuts' } }])
  const servers = await after()
  try {
    // The handle and the order are the old server's; the window is opened by a new one.
    const input = { ...paymentRequest(servers, token, club.season.total), freepayauthtoken: handle }
    const { paymentWindowLink } = await servers.call(orders.openPaymentWindow, input, { as: anna.token })

    const busy = new pg.Client({ connectionString: before.database.url })
    await busy.connect()
    await busy.query(`begin; select 1 from orders where token_hash is not null limit 3 for update`)
    const steps: number[] = []
    const rotation = rotateSecrets(before.database.db, rotated, {
      batch: 2,
      onProgress: ({ table, rewritten }) => table === 'orders' && steps.push(rewritten),
    })
    // Rows that a server holds are left for later, and nobody waits for anybody.
    await expect.poll(() => Math.max(0, ...steps)).toBe(6)
    await busy.query('commit')
    await busy.end()

    expect(await rotation).toMatchObject([
      { table: 'payment_configurations', rewritten: 8, unreadable: [] },
      { table: 'orders', rewritten: 9, unreadable: [] },
      { table: 'event_answers', rewritten: 1, unreadable: [] },
      { table: 'ticket_keys', rewritten: 1, unreadable: [] },
    ])
    expect(steps.length).toBeGreaterThan(3)
    for (const text of await texts()) expect(text.startsWith(rotated.presentForm)).toBe(true)

    await payInWindow(paymentWindowLink, '0010')
    await expect.poll(async () => (await stateOf(servers, anna, token)).status).toBe('paid')
  } finally {
    await servers.close()
  }
})

test('afterwards the old key is not needed: the order is found, and the next one is bought', async () => {
  await requireReadableSecrets(before.database.db, createSecrets(newKey))
  const alone = await after({ SECRETS_KEY_PREVIOUS: '' })
  try {
    const shop = await buildClub(alone)
    await buy(alone, anna, shop)
    expect((await signingKey(before.database.db, createSecrets(newKey))).kid).toMatch(/^[0-9a-f]{8}$/)
    expect((await alone.call(tickets.keys, {})).keys).toHaveLength(1)
    const again = await rotateSecrets(before.database.db, createSecrets(newKey))
    expect(again.map(({ waiting, rewritten }) => [waiting, rewritten])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ])
  } finally {
    await alone.close()
  }
})

test('unreadable secrets are reported and left alone; a start with the wrong key is refused', async () => {
  const strange = createSecrets('a-third-key-that-is-long-enough-too!')
  await expect(requireReadableSecrets(before.database.db, strange)).rejects.toThrow(/SECRETS_KEY cannot read/)
  const found = await rotateSecrets(before.database.db, strange)
  expect(found.every(({ waiting, rewritten, unreadable }) => rewritten === 0 && unreadable.length === waiting)).toBe(
    true,
  )
  for (const text of await texts()) expect(text.startsWith(rotated.presentForm)).toBe(true)
})

test('a payment window can still be opened for an order from before the rotation', async () => {
  const shop = await buildClub(before)
  const token = await prepare(before, anna, [{ memberId: anna.memberId, season: shop.season }])
  const servers = await after()
  expect(await openWindow(servers, anna, shop.season, token)).toContain('/window/')
  await servers.close()
})

test('after a lost key, the statements of the guide leave nothing that another key has to read', async () => {
  const [, statements] = /lost for good[^`]+```\n([^`]+)```/.exec(readFileSync('docs/operate.md', 'utf8'))!
  await before.database.sql(statements!)
  await requireReadableSecrets(before.database.db, createSecrets('a-third-key-that-is-long-enough-too!'))
})
