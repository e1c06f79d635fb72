// npm run bench -- bell: the unread count with any number of notifications, a broadcast to 100,000 members, and a
// thousand open streams on one server.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { pathOf } from '#contract/endpoint.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { closeDb, inTransaction, openDb } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { everyMember } from './bell/receivers.ts'
import { openStreams } from './bell/streams.ts'
import { broadcast } from '#server/domains/notifications/index.ts'
import type { Buyer } from './support/buyer.ts'
import { startCluster } from './support/cluster.ts'
import { portalName, startOutside } from './support/outside.ts'
import { startPortal, type Portal } from './support/portal.ts'
import { interrupted, until } from './support/processes.ts'
import { fillWorld, idAt, insertPeople, readWorld } from './support/world.ts'

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '100000' },
    unread: { type: 'string', default: '100000' },
    streams: { type: 'string', default: '1000' },
  },
})
const { members, unread, streams } = {
  members: Number(values.members),
  unread: Number(values.unread),
  streams: Number(values.streams),
}

const database = 'bell'
const secretsKey = randomBytes(32).toString('base64')
const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)}  ${text}`)
const line = (what: string, figure: string) => console.log(`${what.padEnd(64)} ${figure}`)

const cluster = await startCluster()
const outside = await startOutside(cluster, [database], false)
try {
  await Promise.race([measure(), interrupted])
} finally {
  await outside.stop()
  await cluster.stop()
}
process.exit()

async function measure() {
  await cluster.create(database)
  await fillWorld(cluster, database, { clubs: 1, issuer: outside.issuer, secretsKey })
  const { people } = await readWorld(cluster, database)
  const buyers = await outside.signIn(people)
  say(`Filling a database with ${members} members and ${unread} unread notifications of one of them`)
  await cluster.sql(database, `${idAt} ${insertPeople(members - people.length)}`)
  await fillNotifications(buyers)
  const portal = await startPortal({ ...outside, cluster, database, publicUrl: portalName(database), secretsKey })
  await measureCount(portal, buyers)
  await measureStreams(portal, buyers)
  await measureFanOut()
  await portal.stop()
}

async function fillNotifications([, few, many]: readonly Buyer[]) {
  const insert = `insert into notifications (id, receiver_id, type, title, message)
    select portal_new_id(), $1, 'ORDER_READY', 'Title', 'Message' from generate_series(1, $2::int)`
  await cluster.sql(database, insert, [few!.memberId, 10])
  await cluster.sql(database, insert, [many!.memberId, unread])
  await cluster.sql(database, 'vacuum (analyze)')
}

/** The call behind the bell, one after the other. */
async function measureCount(portal: Portal, [none, few, many]: readonly Buyer[]) {
  const url = portal.url + pathOf(notifications.bell.path, 'izy')
  for (const [name, buyer] of [
    ['no', none!],
    ['10', few!],
    [String(unread), many!],
  ] as const) {
    const headers = { authorization: `Bearer ${buyer.token}`, 'x-forwarded-for': buyer.ip }
    const times: number[] = []
    for (let at = 0; at < 400; at++) {
      const begun = performance.now()
      await (await fetch(url, { headers })).arrayBuffer()
      if (at >= 100) times.push(performance.now() - begun)
    }
    times.sort((a, b) => a - b)
    const [p50, p99] = [times[150]!, times[296]!].map((time) => time.toFixed(1))
    line(`the bell with ${name} unread, p50 / p99 ms`, `${p50} / ${p99}`)
  }
}

/** Memory of the server with that many open streams, and how soon all of them receive one statement's notifications. */
async function measureStreams(portal: Portal, buyers: readonly Buyer[]) {
  const before = residentMegabytes(portal)
  say(`Opening ${streams} streams`)
  const open = await openStreams(portal.url, buyers.slice(0, streams))
  const after = residentMegabytes(portal)
  const begun = performance.now()
  await cluster.sql(
    database,
    `insert into notifications (id, receiver_id, type, title, message)
     select portal_new_id(), id, 'ORDER_READY', 'Title', 'Message' from unnest($1::uuid[]) id`,
    [buyers.slice(0, streams).map(({ memberId }) => memberId)],
  )
  await until('Every page hears', async () => open.heard(2) === streams)
  line(`server with ${streams} streams, MB more than before (under 100)`, (after - before).toFixed(0))
  line('from one statement for all of them to the last page, ms', (performance.now() - begun).toFixed(0))
  open.close()
}

async function measureFanOut() {
  say(`Telling ${members} members`)
  const db = openDb(cluster.urlOf(database), { name: 'bench', size: 1, statementTimeout: 60_000 })
  const begun = performance.now()
  let rows = 0
  const notified = await inTransaction(db, async (tx) => {
    const result = await broadcast(tx, {
      receivers: everyMember,
      type: 'MEMBERSHIP_RENEW',
      texts: () => ({ title: 'Title', message: 'Message' }),
      data: { orgId: newId() },
      onceKey: newId(),
      mail: { template: 'membership-renew', data: { orgId: newId(), endDate: '2026-12-31' } },
    })
    rows = performance.now() - begun
    return result
  })
  line(`${notified} members told, notifications and mails written, s (at most 2 for rows)`, (rows / 1000).toFixed(2))
  line('and committed, s', ((performance.now() - begun) / 1000).toFixed(2))
  await closeDb(db)
}

function residentMegabytes({ server }: Portal): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
}
