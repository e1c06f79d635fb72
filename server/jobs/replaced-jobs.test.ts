import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { inTransaction } from '#server/database/db.ts'
import { createLog } from '#server/http/log.ts'
import { setAttempts } from '#server/database/job-tables.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { drain } from './drain.ts'
import { deleteReplacedJobs, enqueue, type EnqueueOptions, handle, job } from './queue.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a job enqueued again while it ran and failed leaves nothing; one that failed for good is kept', async () => {
  const { db } = database
  const work = job('test.work', z.object({ fails: z.boolean() }))
  const ask = (fails: boolean, key: string, maxAttempts = 5) =>
    inTransaction(db, (tx) => enqueue(tx, work, { fails }, { key, maxAttempts }))
  const handler = handle(work, async ({ fails }) => {
    if (!fails) return
    await ask(false, 'again')
    throw new Error('no')
  })
  await ask(true, 'again')
  await ask(true, 'for good', 1)
  await drain(db, { handlers: [handler], recurring: [], log: createLog({ level: 'silent' }) })

  const rows = () => database.sql<{ key: string | null }>('select key from graphile_worker.jobs order by key')
  expect(await rows()).toEqual([{ key: 'for good' }, { key: null }])
  await deleteReplacedJobs(db)
  expect(await rows()).toEqual([{ key: 'for good' }])
})

test('a schedule adds no job that waits or was given up, until a day later; whoever has news for it does', async () => {
  const { db } = database
  const work = job('test.scheduled', z.object({}))
  const key = 'scheduled'
  const ask = (options: EnqueueOptions) => inTransaction(db, (tx) => enqueue(tx, work, {}, { key, ...options }))
  const attempts = async () =>
    (await database.sql<{ attempts: number }>('select attempts from graphile_worker.jobs where key = $1', [key])).map(
      (row) => row.attempts,
    )
  const tried = (times: number, ago = '0') => database.sql(setAttempts, [key, times, ago])
  await ask({ unlessQueued: true })
  expect(await attempts()).toEqual([0])
  for (const times of [3, 12]) {
    await tried(times)
    await ask({ unlessQueued: true })
    expect(await attempts()).toEqual([times])
  }
  await ask({ hurry: true })
  expect(await attempts()).toEqual([0])
  await tried(12, '25 hours')
  await ask({ unlessQueued: true })
  expect(await attempts()).toEqual([0])
})
