import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Endpoint, type Output, pathOf } from '#contract/endpoint.ts'
import { events } from '#contract/events/events.ts'
import { officeEvents } from '#contract/events/office.ts'
import { clubTexts } from '#contract/organisations/texts.ts'
import { publicEvents } from '#contract/events/public.ts'
import { startApp } from '../app.ts'
import { openContext } from '../context.ts'
import { inTransaction } from '../database/db.ts'
import { type Answered, openReplica, type Replica } from '../database/replica.ts'
import { sql } from '../database/sql.ts'
import { joinClub } from '../domains/members/index.ts'
import type { Listening } from '../http/listen.ts'
import { createMetrics } from '../http/metrics.ts'
import { buildClub, buildParticipant, type Club, type Person, signedIn } from '../testing/builders.ts'
import { buildCoupon } from '../testing/builders/coupon-builders.ts'
import { buildEvent, type BuiltEvent } from '../testing/builders/event-builders.ts'
import { killDatabase } from '../testing/outside/kill-database.ts'
import { type Replicated, startReplicated } from '../testing/outside/replicated.ts'
import { payInWindow, prepare, visit } from '../testing/purchase.ts'
import { buyPlaces, openTicketWindow } from '../testing/purchases/event-purchase.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

const run = promisify(execFile)

let servers: Replicated
let database: TestDatabase
let readUrl: string
let app: TestApp
/** A second server, for which a replica is never too old: only what a caller wrote keeps them from it. */
let patient: { readonly replica: Replica; readonly server: Listening }
let replicaSql: pg.Pool
let club: Club
let event: BuiltEvent
let admin: Person
beforeAll(async () => {
  servers = await startReplicated()
  database = await createTestDatabase({ serverUrl: servers.primary.url, template: 'postgres' })
  const address = new URL(servers.replicaUrl)
  address.pathname = new URL(database.url).pathname
  readUrl = address.href
  app = await createTestApp({ DATABASE_READ_URL: readUrl }, { database })
  const replica = openReplica({
    url: readUrl,
    primary: app.context.db,
    reserved: app.context.reserved,
    oldest: 600_000,
  })
  const config = { ...app.context.config, port: 0 }
  patient = { replica, server: await startApp({ ...app.context, config, replica, metrics: createMetrics({}) }) }
  club = await buildClub(app, { key: 'ROKLUB' })
  event = await buildEvent(app, club, { title: 'Before' })
  admin = await signedIn(app, 'admin@roklub.example')
  replicaSql = new pg.Pool({ connectionString: readUrl, max: 1 })
  replicaSql.on('error', () => {})
})
afterAll(async () => {
  await replicaSql.end()
  await patient.server.close()
  await patient.replica.close()
  await app.close()
  await servers.stop()
})

/** The replica has everything, and both servers know it. */
async function caughtUp() {
  const [row] = await database.sql<{ at: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as at')
  const isRead = (from: Replica) => from.read(app.context.db, row!.at, (db) => db !== app.context.db)
  for (const one of [app.context.replica, patient.replica])
    await expect.poll(() => isRead(one), { interval: 20 }).toBe(true)
}

const pause = () => replicaSql.query('select pg_wal_replay_pause()')
const resume = () => replicaSql.query('select pg_wal_replay_resume()')

/** Calls the second server. */
function send(endpoint: Endpoint, input: Readonly<Record<string, unknown>>, as?: Person): Promise<Response> {
  const pick = (schema: Endpoint['query']) =>
    Object.fromEntries(
      Object.keys(schema?.def.shape ?? {}).flatMap((name) => (name in input ? [[name, input[name]]] : [])),
    )
  const query = new URLSearchParams(pick(endpoint.query) as Record<string, string>)
  return fetch(`http://127.0.0.1:${patient.server.port}${pathOf(endpoint.path, 'izy', input)}?${query.toString()}`, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as.token}` }) },
    ...(endpoint.body && { body: JSON.stringify(pick(endpoint.body)) }),
  })
}

async function read<E extends Endpoint>(endpoint: E, input: Record<string, string>, as?: Person): Promise<Output<E>> {
  const answer = await send(endpoint, input, as)
  expect([endpoint.path, answer.status]).toEqual([endpoint.path, 200])
  return answer.json() as Promise<Output<E>>
}

/** How often each was answered by `replica` meanwhile. */
async function answeredBy(replica: Replica, work: () => Promise<unknown>): Promise<Partial<Record<Answered, number>>> {
  const before = { ...replica.answered }
  await work()
  const more = Object.entries(replica.answered).map(([name, count]) => [name, count - before[name as Answered]])
  return Object.fromEntries(more.filter(([, count]) => count !== 0))
}

const ofClub = () => ({ orgId: club.id })
const ticketsOf = async (person: Person) =>
  (await read(events.list, ofClub(), person)).find(({ id }) => id === event.id)!.tickets
const titles = async (as: Person) =>
  (await read(officeEvents.list, { ...ofClub(), tab: 'coming' }, as)).events.map(({ title }) => title.da)

async function rename(title: string) {
  const inEvent = { ...ofClub(), eventId: event.id }
  const { fields, version } = await app.call(officeEvents.item, inEvent, { as: admin.token })
  await app.call(
    officeEvents.save,
    { ...inEvent, ...fields, version, title: { da: title, en: title } },
    { as: admin.token },
  )
}

test('whoever wrote is answered by the primary on every server until the replica has that, and others by the replica', async () => {
  const anna = await signedIn(app, 'anna@example.com')
  const token = await prepare(app, anna, [{ memberId: anna.memberId, event, category: 'adult' }])
  const link = await openTicketWindow(app, anna, event, token, 20_000)
  await caughtUp()
  await pause()
  await rename('After')
  // Her browser comes back without her token.
  await visit((await payInWindow(link, '0000'))!)
  expect(await answeredBy(patient.replica, async () => expect(await titles(admin)).toEqual(['After']))).toEqual({
    primary_written: 1,
  })
  expect(await answeredBy(patient.replica, async () => expect(await ticketsOf(anna)).toBe(1))).toEqual({
    primary_written: 1,
  })
  const visitor = await answeredBy(patient.replica, async () =>
    expect((await read(publicEvents.list, ofClub())).map(({ title }) => title)).toEqual(['Before']),
  )
  expect(visitor).toEqual({ replica: 1 })
  await resume()
  await caughtUp()
  const later = await answeredBy(patient.replica, async () => {
    expect(await titles(admin)).toEqual(['After'])
    expect(await ticketsOf(anna)).toBe(1)
  })
  expect(later).toEqual({ replica: 2 })
})

test('a read that ends on the replica is answered by the primary', async () => {
  await caughtUp()
  const end = () =>
    patient.replica.read(app.context.db, null, async (db) => {
      if (db === app.context.db) return 'the primary'
      await db.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
      return 'the replica'
    })
  expect(await answeredBy(patient.replica, async () => expect(await end()).toBe('the primary'))).toEqual({
    primary_failed: 1,
  })
})

test('while it lags, is killed, stays away and returns, people buy, nobody gets an error, and all see what they wrote', async () => {
  const buyers = await Promise.all(['bo@example.com', 'dan@example.com'].map((name) => signedIn(app, name)))
  const children = await Promise.all(
    buyers.map((buyer) =>
      Promise.all(Array.from({ length: 12 }, (_, at) => buildParticipant(app, buyer, `Child ${at}`))),
    ),
  )
  const over = new AbortController()
  const bought = buyers.map(() => 0)
  let reads = 0
  const wrong: unknown[] = []
  const buying = buyers.map(async (buyer, at) => {
    for (const memberId of children[at]!) {
      if (over.signal.aborted) return
      await buyPlaces(app, buyer, event, [{ memberId, event, category: 'adult' }])
      bought[at]!++
      const shown = (await app.call(events.list, ofClub(), { as: buyer.token }))[0]!.tickets
      if (shown !== bought[at]) wrong.push([at, shown, bought[at]])
    }
  })
  const renaming = (async () => {
    for (let at = 0; !over.signal.aborted; at++) {
      await database.sql('delete from rate_windows')
      await rename(`Title ${at}`)
      const [shown] = (await app.call(officeEvents.list, { ...ofClub(), tab: 'coming' }, { as: admin.token })).events
      if (shown!.title.da !== `Title ${at}`) wrong.push([shown!.title.da, at])
      await wait(50)
    }
  })()
  const reading = (async () => {
    for (; !over.signal.aborted; reads++) {
      await app.call(publicEvents.list, ofClub())
      await app.call(api.orders.ofClub, ofClub(), { as: admin.token })
    }
  })()
  const { replica } = app.context
  const more = async (count: () => number, by: number) => {
    const before = count()
    await expect.poll(count).toBeGreaterThan(before + by)
  }
  const moreReads = (by = 10) => more(() => reads, by)
  const moreReadThere = () => more(() => replica.answered.replica, 10)
  const answered = await answeredBy(replica, async () => {
    await moreReadThere()
    await pause()
    await expect.poll(() => replica.fault()).toMatch(/^DATABASE_READ_URL: the replica is \d+ s behind: see its load/)
    // Those that began before.
    await moreReads(1)
    expect(await answeredBy(replica, moreReads)).not.toHaveProperty('replica')
    await resume()
    await expect.poll(() => replica.fault()).toBeNull()
    await moreReadThere()
    // It starts again by itself.
    killDatabase(servers.replicaDir)
    await moreReadThere()
    await servers.stopReplica()
    await expect
      .poll(() => replica.fault())
      .toMatch(/^DATABASE_READ_URL: the replica does not answer \(\w+\): start it/)
    await moreReads()
    await expectDegraded(/^DATABASE_READ_URL: the replica does not answer/)
    await servers.startReplica()
    await caughtUp()
    await moreReadThere()
    await expect.poll(() => Math.min(...bought)).toBeGreaterThan(2)
    over.abort()
    await Promise.all([...buying, renaming, reading])
  })
  expect(wrong).toEqual([])
  for (const name of ['replica', 'primary_behind', 'primary_written'] as const)
    expect(answered[name], name).toBeGreaterThan(0)
  const metrics = async () => (await fetch(`${app.url}/metrics`)).text()
  expect(await metrics()).toContain(`portal_replica_reads_total{answered="replica"} ${replica.answered.replica}`)
  await expect.poll(metrics).toMatch(/portal_replica_age_seconds 0\.\d/)
})

/** A server that starts now serves, and names the replica at /readyz. */
async function expectDegraded(reason: RegExp): Promise<void> {
  const fresh = await openContext({ ...app.context.config, port: 0 })
  const server = await startApp(fresh)
  try {
    const readiness = async () => {
      const answer = await fetch(`http://127.0.0.1:${server.port}/readyz`)
      return [answer.status, ((await answer.json()) as { reasons: unknown }).reasons]
    }
    await expect.poll(readiness).toEqual([200, { replica: expect.stringMatching(reason) }])
    const metrics = await fetch(`http://127.0.0.1:${server.port}/metrics`)
    expect(await metrics.text()).toContain('portal_degraded{part="replica"} 1')
  } finally {
    await server.close()
    await fresh.close()
  }
}

test('the doctor tells how the replica is', async () => {
  const doctor = async () => {
    const env = { DATABASE_URL: database.url, DATABASE_READ_URL: readUrl }
    const { stdout } = await run(process.execPath, ['scripts/operator/doctor.ts'], { env }).catch((error) => error)
    return (stdout as string).split('\n').find((line) => / DATABASE_READ_URL .* the replica /.test(line))
  }
  expect(await doctor()).toMatch(/^ok .* the replica is less than a second old$/)
  await pause()
  await rename('Later')
  expect(await doctor()).toMatch(/^FAULT .* the replica is \d+ s behind: see its load/)
  await resume()
  await caughtUp()
})

test('every call that declares it can be answered by a replica', async () => {
  const input = {
    ...ofClub(),
    id: club.id,
    eventId: event.id,
    couponId: (await buildCoupon(app, club)).id,
    memberId: admin.memberId,
    purpose: 'terms',
    search: 'hansen',
    tab: 'coming',
    format: 'csv',
    all: true,
  }
  const operator = await signedIn(app, 'super@example.com')
  const joining = { orgId: club.id, memberIds: [admin.memberId], source: 'added' } as const
  await inTransaction(app.context.db, (tx) => joinClub(tx, joining))
  const terms = { purpose: 'terms', text: { da: 'Betingelser' }, version: 0 } as const
  await app.call(clubTexts.write, { ...ofClub(), ...terms }, { as: admin.token })
  const declared = Object.entries(api).flatMap(([domain, calls]) =>
    Object.entries<Endpoint>(calls)
      .filter(([, { mayBeStale }]) => mayBeStale)
      .map(([name, endpoint]) => ({ name: `${domain}.${name}`, endpoint })),
  )
  for (const { name, endpoint } of declared) {
    await caughtUp()
    const as = /^operator|^members.list/.test(name) ? operator : admin
    const answered = await answeredBy(patient.replica, async () => {
      const answer = await send(endpoint, input, as)
      expect([name, answer.status, answer.ok ? '' : await answer.text()]).toEqual([name, 200, ''])
    })
    expect([name, answered]).toEqual([name, { replica: 1 }])
  }
  expect(declared.length).toBeGreaterThan(25)
})
