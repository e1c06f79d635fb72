// npm run bench -- mails: how soon one worker has sent 10,000 reminders, to a mail server that accepts everything at once, and to
// one where one domain in twenty never answers; and how soon the receipt of a buyer is sent meanwhile.
import { setTimeout as wait } from 'node:timers/promises'
import { inTransaction } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { broadcast } from '#server/domains/notifications/index.ts'
import { everyReceiver } from './bell/receivers.ts'
import { takeTurns, type Take } from './checkout/drive.ts'
import { buy } from './support/buyer.ts'
import { line, onDatabase, openBench, percentile, readOptions, say } from './support/head.ts'
import { read } from './support/meter.ts'
import type { Portal } from './support/portal.ts'
import { until } from './support/processes.ts'
import { readWorld } from './support/world.ts'
import { delivered, fillReceivers, receiptSeconds } from './mails/fill.ts'

const options = readOptions({
  mails: 10_000,
  domains: 400,
  /** Every n-th domain hangs. */
  hanging: 20,
  /** Time limit of a round in seconds; then its partial result is reported. */
  patience: 180,
  only: '',
  check: false,
})
const { mails } = options
const CLUBS = 2
/** Seconds between two purchases beside the mails. */
const PURCHASES = 3
const broken: string[] = []

const rounds = ['calm', 'hanging'].filter((one) => options.only === '' || options.only === one)
const databaseOf = (round: string) => `mails_${round}`
const { cluster, outside, fill, open, run } = await openBench(rounds.map(databaseOf))
await run(measure, options.check)

async function measure(): Promise<string[]> {
  const rates: Record<string, number> = {}
  for (const round of rounds) rates[round] = await measureRound(round)
  if (rates['calm'] && rates['hanging']) {
    const slower = 1 - rates['hanging'] / rates['calm']
    line('the others slower when some hang (at most 20 %)', `${(slower * 100).toFixed(0)} %`)
    if (slower > 0.2) broken.push('hanging')
  }
  return broken
}

/** @returns mails a second to receivers whose servers answer */
async function measureRound(round: string): Promise<number> {
  const database = databaseOf(round)
  await fill(database, CLUBS)
  const { people, offers } = await readWorld(cluster, database)
  const take = takeTurns(await outside.signIn(people), offers, CLUBS)
  const hanging = round === 'hanging' ? options.hanging : 0
  const club = await fillReceivers(cluster, database, { mails, domains: options.domains, hanging })
  const portal = await open(database)
  for (let at = 0; at < 3; at++) await buy(portal, ...take())
  await until('The first receipts', async () => (await receiptSeconds(cluster, database)).every(Number.isFinite))

  say(`${mails} mails, ${round}`)
  const parties = { worker: portal.worker, server: portal.server, 'mail server': outside.processes['outside']! }
  const before = await read(cluster, parties)
  await remind(database, club)
  const over = new AbortController()
  const buying = buyUntil(portal, take, over.signal)
  const begun = performance.now()
  const end = begun + options.patience * 1000
  let reached = { sent: 0, of: 1 }
  while (reached.sent < reached.of && performance.now() < end) {
    await wait(250)
    const now = await delivered(cluster, database)
    reached = { ...now, of: Math.max(now.of, round === 'calm' ? mails : 1) }
  }
  const seconds = (performance.now() - begun) / 1000
  const after = await read(cluster, parties)
  over.abort()
  await buying
  await until(
    'The last receipts',
    async () => (await receiptSeconds(cluster, database)).every(Number.isFinite),
    60,
  ).catch(() => {})
  const receipts = await receiptSeconds(cluster, database)
  const rate = reached.sent / seconds
  line(`${round}: ${reached.sent} of ${reached.of} mails sent, s (10,000 in at most 180)`, seconds.toFixed(1))
  line(`${round}: mails a second`, rate.toFixed(1))
  const cpu = Object.entries(after.cpu).map(
    ([who, ms]) => `${who} ${((ms - before.cpu[who]!) / reached.sent).toFixed(1)}`,
  )
  line(`${round}: processor a mail, ms, with what was bought meanwhile`, cpu.join(', '))
  line(
    `${round}: receipts of ${receipts.length} purchases, s, p50 / last (at most 5)`,
    `${percentile(receipts, 0.5).toFixed(2)} / ${Math.max(...receipts).toFixed(2)}`,
  )
  if (reached.sent < reached.of || seconds > (mails / 10_000) * 180) broken.push(`${round} took ${seconds} s`)
  if (Math.max(...receipts) > 5) broken.push(`${round} receipts`)
  await portal.stop()
  return rate
}

async function remind(database: string, { orgId, endDate }: { orgId: string; endDate: string }) {
  await onDatabase(cluster, database, (db) =>
    inTransaction(db, (tx) =>
      broadcast(tx, {
        receivers: everyReceiver(orgId),
        type: 'MEMBERSHIP_RENEW',
        texts: () => ({ title: 'Title', message: 'Message' }),
        data: { orgId },
        onceKey: newId(),
        mail: { template: 'membership-renew', data: { orgId, endDate } },
      }),
    ),
  )
}

/** Ignores a purchase whose idle connection was closed. */
async function buyUntil(portal: Portal, take: Take, over: AbortSignal) {
  while (!over.aborted) {
    await buy(portal, ...take()).catch((error: unknown) => say(String(error)))
    await wait(PURCHASES * 1000, undefined, { signal: over }).catch(() => {})
  }
}
