import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { poolForRunner } from './worker.ts'

const poolTo = (name: string) => {
  const address = new URL(inject('database').url)
  if (name) address.pathname = name
  return new pg.Pool({ connectionString: address.href, max: 1 })
}
const called = (pool: pg.Pool) => new Promise<unknown>((resolve) => pool.connect((error) => resolve(error)))

test('a refused connection has a cause, and no code of its own', async () => {
  const pool = poolTo('no_such_database')
  await expect(pool.connect()).rejects.toHaveProperty('code', '3D000')
  const plain = poolForRunner(pool)
  for (const failure of [await plain.connect().catch((error: unknown) => error), await called(plain)]) {
    expect(failure).not.toHaveProperty('code')
    expect(failure).toHaveProperty('cause.code', '3D000')
  }
  await pool.end()
})

test('a connection belongs to the pool and is returned to it', async () => {
  const pool = poolTo('')
  const plain = poolForRunner(pool)
  for (let at = 0; at < 3; at++) {
    const client = await plain.connect()
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    client.release()
    await new Promise<void>((resolve) => {
      plain.connect((_error, given, release) => {
        expect(given).toBe(client)
        release()
        resolve()
      })
    })
  }
  expect((await plain.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(plain.totalCount).toBe(1)
  await pool.end()
})
