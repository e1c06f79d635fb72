import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { inTransaction } from '#server/database/db.ts'
import { createLog } from '#server/http/log.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { drain } from './drain.ts'
import { deleteReplacedJobs, enqueue, handle, job } from './queue.ts'

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
