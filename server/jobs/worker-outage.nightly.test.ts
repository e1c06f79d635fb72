import * as z from 'zod/mini'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeDb, inTransaction, openDb, type Db } from '#server/database/db.ts'
import { createLog } from '#server/http/log.ts'
import { startTcpProxy, type TcpProxy } from '#server/testing/outside/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { enqueue, handle, job } from './queue.ts'
import { startWorker, type RunningWorker } from './worker.ts'

const greet = job('test.greet', z.object({ who: z.string() }))

let database: TestDatabase
let proxy: TcpProxy
let jobsDb: Db
let worker: RunningWorker
let greeted: string[]
let meanwhile: (who: string) => Promise<void>
beforeEach(async () => {
  database = await createTestDatabase()
  proxy = await startTcpProxy({ port: Number(new URL(database.url).port) })
  jobsDb = openDb(proxy.through(database.url), { name: 'jobs', size: 8 })
  greeted = []
  meanwhile = async () => {}
  const greeting = handle(greet, async ({ who }) => {
    greeted.push(who)
    await meanwhile(who)
  })
  const log = createLog({ destination: { write: () => {} } })
  worker = startWorker({ handlers: [greeting], recurring: [], log, db: jobsDb })
})
afterEach(async () => {
  await proxy.forward()
  await worker.stop()
  await closeDb(jobsDb)
  await proxy.close()
  await database.drop()
})

const add = (who: string) => inTransaction(database.db, (tx) => enqueue(tx, greet, { who }))
const waiting = () => database.sql('select locked_by from graphile_worker.jobs')

test.each(['refuse', 'blackHole'] as const)(
  'after the database was away (%s) jobs run again within five seconds, and all connections come back',
  async (away) => {
    await add('before')
    await expect.poll(() => greeted).toEqual(['before'])
    await expect.poll(waiting).toEqual([])
    await proxy[away]()
    await add('during')
    // Long enough for every part of the runner to have failed several times.
    await database.sql('select pg_sleep(6)')
    await proxy.forward()
    await expect.poll(() => greeted).toEqual(['before', 'during'])
  },
)

test.each(['done', 'failed'] as const)(
  'a job that is %s while the database is away is not stuck, and ends nobody',
  async (outcome) => {
    meanwhile = async () => {
      if (greeted.length > 1) return
      await proxy.refuse()
      if (outcome === 'failed') throw new Error('no')
    }
    await add('Anna')
    await expect.poll(() => greeted).toEqual(['Anna'])
    // It ran, but nobody could write that down: it runs once more.
    await database.sql('select pg_sleep(2)')
    await proxy.forward()
    await expect.poll(() => greeted).toEqual(['Anna', 'Anna'])
    await expect.poll(waiting).toEqual([])
  },
)
