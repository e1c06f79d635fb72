// npm run bench -- bell: the unread count with any number of notifications, a broadcast to 100,000 members, and a
// thousand open streams on one server.
import { readFileSync } from 'node:fs'
import { notifications } from '#contract/notifications/notifications.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { everyMember } from './bell/receivers.ts'
import { openStreams } from './bell/streams.ts'
import { broadcast } from '#server/domains/notifications/index.ts'
import type { Buyer } from './support/buyer.ts'
import { call, line, onDatabase, openBench, percentile, readOptions, say, timed } from './support/head.ts'
import type { Portal } from './support/portal.ts'
import { until } from './support/processes.ts'
import { idAt, insertPeople, readWorld } from './support/world.ts'

const { members, unread, streams } = readOptions({ members: 100_000, unread: 100_000, streams: 1000 })
const database = 'bell'
const { cluster, outside, fill, open, run } = await openBench([database])
await run(measure)

async function measure() {
  await fill(database, 1)
  const { people } = await readWorld(cluster, database)
  const buyers = await outside.signIn(people)
  say(`Filling a database with ${members} members and ${unread} unread notifications of one of them`)
  await cluster.sql(database, `${idAt} ${insertPeople(members - people.length)}`)
  await fillNotifications(buyers)
  const portal = await open(database)
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
  for (const [name, buyer] of [
    ['no', none!],
    ['10', few!],
    [String(unread), many!],
  ] as const) {
    const { times } = await timed(300, () => call(portal.url, notifications.bell, buyer, {}), { warmUp: 100 })
    const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(1))
    line(`the bell with ${name} unread, p50 / p99 ms`, `${p50} / ${p99}`)
  }
}

/** Memory of the server with that many open streams, and how soon all of them receive one statement's notifications. */
async function measureStreams(portal: Portal, buyers: readonly Buyer[]) {
  const before = residentMegabytes(portal)
  say(`Opening ${streams} streams`)
  const opened = await openStreams(portal.url, buyers.slice(0, streams))
  const after = residentMegabytes(portal)
  const begun = performance.now()
  await cluster.sql(
    database,
    `insert into notifications (id, receiver_id, type, title, message)
     select portal_new_id(), id, 'ORDER_READY', 'Title', 'Message' from unnest($1::uuid[]) id`,
    [buyers.slice(0, streams).map(({ memberId }) => memberId)],
  )
  await until('Every page hears', async () => opened.heard(2) === streams)
  line(`server with ${streams} streams, MB more than before (under 100)`, (after - before).toFixed(0))
  line('from one statement for all of them to the last page, ms', (performance.now() - begun).toFixed(0))
  opened.close()
}

async function measureFanOut() {
  say(`Telling ${members} members`)
  const begun = performance.now()
  let rows = 0
  const count = await onDatabase(cluster, database, (db) =>
    inTransaction(db, async (tx) => {
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
    }),
  )
  line(`${count} members told, notifications and mails written, s (at most 2 for rows)`, (rows / 1000).toFixed(2))
  line('and committed, s', ((performance.now() - begun) / 1000).toFixed(2))
}

function residentMegabytes({ server }: Portal): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
}
