import * as z from 'zod/mini'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction, type Db } from '#server/database/db.ts'
import { knownRecurringJobs, lockJobs } from '#server/database/job-tables.ts'
import { createLog } from '#server/http/log.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { drain } from './drain.ts'
import { beat } from './heartbeat.ts'
import { enqueue, handle, job, type Handler, type RecurringJob } from './queue.ts'
import { tasksOf } from './tasks.ts'
import { inGroups, startWorker } from './worker.ts'

const greet = job('test.greet', z.object({ who: z.string() }))

let database: TestDatabase
let db: Db
let log: string[]
beforeEach(async () => {
  database = await createTestDatabase()
  db = database.db
  log = []
})
afterEach(() => database.drop())

const workOf = (handlers: Handler[], recurring: RecurringJob[] = []) => ({
  handlers,
  recurring,
  log: createLog({ destination: { write: (line) => void log.push(line) } }),
})
const add = (who: string, options?: Parameters<typeof enqueue>[3]) =>
  inTransaction(db, (tx) => enqueue(tx, greet, { who }, options))
const waiting = () =>
  database.sql<{ key: string | null; locked_by: string | null; attempts: number }>(
    'select key, locked_by, attempts from graphile_worker.jobs',
  )

test('a job runs with its payload, once', async () => {
  const greeted: string[] = []
  const work = workOf([handle(greet, async ({ who }) => void greeted.push(who))])
  await add('Anna')
  expect(await drain(db, work)).toMatchObject({ done: ['test.greet'], failed: [] })
  await drain(db, work)
  expect(greeted).toEqual(['Anna'])
})

test('a failed transaction leaves no job', async () => {
  await expect(
    inTransaction(db, async (tx) => {
      await enqueue(tx, greet, { who: 'Bo' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await waiting()).toEqual([])
})

test('a repeated key is one job and keeps its time', async () => {
  const before = Date.now()
  await add('Anna', { key: 'k', afterSeconds: 3600 })
  await add('Bo', { key: 'k' })
  const rows = await database.sql<{ run_at: Date }>('select run_at from graphile_worker.jobs')
  expect(rows).toHaveLength(1)
  expect(rows[0]!.run_at.getTime()).toBeGreaterThan(before + 3_500_000)
})

test('a payload of another shape is refused', async () => {
  await expect(inTransaction(db, (tx) => enqueue(tx, greet, { who: 7 } as never))).rejects.toThrow()
})

test('a failing job is retried later, logged without its payload, and blocks nobody', async () => {
  const greeted: string[] = []
  const work = workOf([
    handle(greet, async ({ who }, { attempt, maxAttempts }) => {
      if (who === 'poison') throw new Error(`no, ${attempt} of ${maxAttempts}`)
      greeted.push(who)
    }),
  ])
  await add('poison', { maxAttempts: 2 })
  await add('Anna')
  expect((await drain(db, work)).failed).toEqual(['test.greet'])
  expect(greeted).toEqual(['Anna'])
  expect((await drain(db, work)).failed).toEqual([])
  expect((await drain(db, work, { all: true })).failed).toEqual(['test.greet'])
  expect((await drain(db, work, { all: true })).failed).toEqual([])
  expect(log.join('')).toContain('waits for a person')
  expect(log.join('')).toContain('2 of 2')
  expect(log.join('')).not.toContain('poison')
})

/** A job as a worker leaves it that was killed while it ran, some time ago. */
async function lockedBy(worker: string, age: string) {
  await add('Anna')
  await database.sql(lockJobs, [worker, age])
}
const silentFor = (worker: string, age: string) =>
  database.sql(`insert into worker_heartbeats values ($1, now() - $2::interval)`, [worker, age])

test('the jobs of a worker without heartbeats are freed', async () => {
  await lockedBy('dead', '50 seconds')
  await silentFor('dead', '50 seconds')
  expect(await beat(db, ['me'])).toEqual(['dead'])
  expect(await waiting()).toMatchObject([{ locked_by: null, attempts: 1 }])
})

test('so are those of a worker that never had a heartbeat', async () => {
  await lockedBy('stillborn', '50 seconds')
  expect(await beat(db, ['me'])).toEqual(['stillborn'])
})

test('a living worker keeps its long job, and a fresh lock is left alone', async () => {
  await lockedBy('busy', '10 minutes')
  await silentFor('busy', '20 seconds')
  await lockedBy('new', '5 seconds')
  expect(await beat(db, ['me'])).toEqual([])
  expect((await waiting()).every((row) => row.locked_by)).toBe(true)
})

test('a job unknown to its living worker is freed; a running or fresh one is not', async () => {
  await lockedBy('me', '5 seconds')
  const [{ id } = { id: '' }] = await database.sql<{ id: string }>('select id from graphile_worker.jobs')
  await beat(db, ['me'], [id])
  expect(await waiting()).toMatchObject([{ locked_by: 'me', attempts: 1 }])
  await beat(db, ['me'])
  expect(await waiting()).toMatchObject([{ locked_by: null, attempts: 0 }])
  await lockedBy('me', '1 second')
  await beat(db, ['me'])
  expect((await waiting()).map((row) => row.locked_by)).toContain('me')
})

test("a worker takes new jobs, frees a dead worker's, sends heartbeats, and stops after its running job", async () => {
  await lockedBy('dead', '1 minute')
  const done: string[] = []
  let started!: () => void
  let finish!: () => void
  const slow = new Promise<void>((resolve) => (started = resolve))
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const work = workOf([
    handle(greet, async ({ who }) => {
      if (who === 'slow') {
        started()
        await finished
      }
      done.push(who)
    }),
  ])
  const worker = startWorker({ ...work, db, concurrency: 2 })
  await expect.poll(() => done).toContain('Anna')
  await add('slow')
  await slow
  // Anna's job is done before its row is deleted.
  await expect.poll(waiting).toHaveLength(1)
  // The name that beats is the name that holds the job; otherwise the others would take a long job away.
  const beating = await database.sql<{ worker_id: string }>('select worker_id from worker_heartbeats')
  expect((await waiting()).map((row) => row.locked_by)).toEqual(beating.map((row) => row.worker_id))
  const stopped = worker.stop()
  finish()
  await stopped
  expect(done).toContain('slow')
  expect(await waiting()).toEqual([])
  expect(await database.sql('select * from worker_heartbeats')).toEqual([])
})

test('a job that does not end in time goes back to the queue', async () => {
  let started!: () => void
  const running = new Promise<void>((resolve) => (started = resolve))
  const worker = startWorker({
    ...workOf([
      handle(greet, async () => {
        started()
        await new Promise(() => {})
      }),
    ]),
    db,
  })
  await add('endless')
  await running
  await worker.stop(100)
  expect(await waiting()).toMatchObject([{ locked_by: null }])
})

test('a worker that is stopped while it starts ends at once and leaves no heartbeat', async () => {
  const worker = startWorker({ ...workOf([handle(greet, async () => {})]), db })
  await worker.stop(2 ** 31 - 1)
  expect(await database.sql('select * from worker_heartbeats')).toEqual([])
})

test('two jobs of one name are refused', () => {
  const handler = handle(greet, async () => {})
  expect(() => tasksOf(workOf([handler, handler]))).toThrow('test.greet')
})

test('recurring jobs are registered in the database, so that one worker runs each', async () => {
  const worker = startWorker({ ...workOf([], [{ name: 'test.often', cron: '* * * * *', run: async () => {} }]), db })
  await expect.poll(() => database.sql(knownRecurringJobs)).toEqual([{ identifier: 'test.often' }])
  await worker.stop()
})

test('many new jobs are looked for together, and none of a runner that has ended', async () => {
  const looks: number[] = []
  let ended = false
  const look = inGroups((count) => {
    looks.push(count)
    if (ended) throw new Error('Nudged after its end')
  })
  for (let n = 0; n < 20; n++) look(1)
  await expect.poll(() => looks).toEqual([1, 19])
  ended = true
  look(1)
  await expect.poll(() => looks).toEqual([1, 19, 1])
})
