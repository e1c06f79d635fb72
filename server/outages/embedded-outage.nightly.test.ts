import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openContext, type Context } from '../context.ts'
import { inTransaction } from '../database/db.ts'
import type { Listening } from '../http/listen.ts'
import { createLog } from '../http/log.ts'
import { startWorker, type RunningWorker } from '../jobs/worker.ts'
import { enqueue, handle, job } from '../jobs/queue.ts'
import { workOf } from '../schedule.ts'
import { freePort } from '../testing/outside/free-port.ts'
import { killDatabase } from '../testing/outside/kill-database.ts'
import * as z from 'zod/mini'

const greet = job('test.greet', z.object({ who: z.string() }))

let dataDir: string
let context: Context
let server: Listening
let worker: RunningWorker
const greeted: string[] = []
const log: string[] = []
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'portal-outage-'))
  const port = await freePort()
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    DATA_DIR: dataDir,
    SIMULATORS_URL: inject('simulators').url,
    SMTP_URL: inject('simulators').smtpUrl,
  })
  context = await openContext(config, createLog({ destination: { write: (line) => void log.push(line) } }))
  server = await startApp(context)
  const work = workOf(context)
  const greeting = handle(greet, async ({ who }) => void greeted.push(who))
  worker = startWorker({ ...work, handlers: [...work.handlers, greeting], db: context.jobsDb })
})
afterAll(async () => {
  await Promise.all([server.close(), worker.stop()])
  await context.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const statusOf = (address: string) => fetch(`http://127.0.0.1:${server.port}${address}`).then(({ status }) => status)
/** Needs the database: it counts the call. */
const call = `/izy-member-api/api/v1/member/order/${'a'.repeat(40)}`
const add = (who: string) => inTransaction(context.db, (tx) => enqueue(tx, greet, { who }))

test('npm start survives the kill of its PostgreSQL: 503, then as before', async () => {
  expect([await statusOf('/readyz'), await statusOf(call)]).toEqual([200, 404])
  await add('before')
  await expect.poll(() => greeted).toEqual(['before'])
  for (const who of ['once', 'twice']) {
    killDatabase(dataDir)
    expect([await statusOf(call), await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([503, 503, 200])
    await expect.poll(() => statusOf(call), { interval: 20 }).toBe(404)
    expect(await statusOf('/readyz')).toBe(200)
    await add(who)
    await expect.poll(() => greeted).toContain(who)
  }
  // A job whose outcome was lost with the database runs again.
  expect([...new Set(greeted)]).toEqual(['before', 'once', 'twice'])
  expect(log.filter((line) => line.includes('PostgreSQL exited and was restarted'))).toHaveLength(2)
})
