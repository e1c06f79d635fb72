// npm run bench -- statements: what each call of an order sends to PostgreSQL, and how much of it under an event's lock. A call that sends
// more than statements.json says, or needs more round trips, is an error; `--write` writes that file anew.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { counted, readStatements, within } from './checkout/record.ts'
import { lightClient } from './overload/light-client.ts'
import { persist, registration } from './rush/register.ts'
import { fillEvents } from './rush/world.ts'
import { buy, type Span } from './support/buyer.ts'
import { startCluster } from './support/cluster.ts'
import { keep, median, readOptions } from './support/head.ts'
import { portalName, startOutside } from './support/outside.ts'
import { startPortal } from './support/portal.ts'
import { ends, type Statement } from './support/statement.ts'
import { fillWorld, readWorld } from './support/world.ts'

/** Orders of each kind that count, after some that only warm up. */
const [ORDERS, WARM_UP] = [5, 3]
const PRICE = 20_000

interface Counts {
  readonly statements: number
  readonly roundTrips: number
}

const { write } = readOptions({ write: false })
const file = path.join(import.meta.dirname, 'statements.json')

const cluster = await startCluster()
const outside = await startOutside(cluster, ['recorded'], false)
try {
  const calls = await record()
  keep('statements.txt', calls.flatMap(({ name, orders }) => [`\n${name}`, ...orders.at(-1)!.map(line)]).join('\n'))
  const row = (cells: readonly (string | number)[]) =>
    cells.map((cell, at) => (at ? String(cell).padStart(12) : String(cell).padEnd(22))).join('')
  console.log(row(['per call', 'statements', 'round trips', 'transactions', 'before lock', 'under it', 'after']))
  const counts: Record<string, Counts> = {}
  for (const { name, orders } of calls) {
    const { statements, roundTrips, transactions } = counted(orders.flat(), ORDERS)
    counts[name] = countsOf(orders, write ? (each) => Math.max(...each) : median)
    const trips = orders.map(phases)
    console.log(
      row([
        name,
        statements,
        roundTrips,
        transactions,
        ...[0, 1, 2].map((at) => trips.reduce((sum, one) => sum + one[at]!, 0) / ORDERS),
      ]),
    )
  }
  if (write) writeFileSync(file, `${JSON.stringify(counts, null, 2)}\n`)
  else compare(counts, JSON.parse(readFileSync(file, 'utf8')) as Record<string, Counts>)
} finally {
  await outside.stop()
  await cluster.stop()
}

/** By chance some orders need a round trip more, so the usual count is compared with the most that was seen. */
function countsOf(orders: readonly (readonly Statement[])[], choose: (each: readonly number[]) => number): Counts {
  const each = orders.map((one) => counted(one, 1))
  return {
    statements: choose(each.map(({ statements }) => statements)),
    roundTrips: choose(each.map(({ roundTrips }) => roundTrips)),
  }
}

function compare(counts: Record<string, Counts>, before: Record<string, Counts>): void {
  for (const [name, { statements, roundTrips }] of Object.entries(counts)) {
    const known = before[name]
    if (known && statements <= known.statements && roundTrips <= known.roundTrips) continue
    const was = known ? `${known.statements} in ${known.roundTrips} round trips` : 'unknown'
    console.error(`${name}: ${statements} statements in ${roundTrips} round trips, which was ${was}`)
    process.exitCode = 1
  }
}

async function record() {
  const secretsKey = randomBytes(32).toString('base64')
  const database = 'recorded'
  await cluster.create(database)
  await fillWorld(cluster, database, { clubs: 1, issuer: outside.issuer, secretsKey })
  const plans = [0, PRICE].map((price) => ({ name: price ? 'paid' : 'free', price, capacity: 1000, sold: 10 }))
  const events = await fillEvents(cluster, database, plans)
  const { people, offers } = await readWorld(cluster, database)
  const buyers = await outside.signIn(people.slice(0, ORDERS + WARM_UP))
  const recordIn = path.join(cluster.dataDir, database)
  mkdirSync(recordIn)
  const portal = await startPortal({
    ...outside,
    cluster,
    database,
    publicUrl: portalName(database),
    secretsKey,
    recordIn,
  })
  const client = lightClient(portal.url)
  const now = () => performance.timeOrigin + performance.now()
  const spans: Record<string, Span[]> = {}
  for (const [at, buyer] of buyers.entries()) {
    const from = now()
    const { status } = await persist(client, registration(portal.url, buyer, events['free']!))
    if (status !== 200) throw new Error(`A registration was answered ${status}`)
    const steps: Record<string, Span> = { 'free place': { from, to: now() } }
    const { orgId } = offers[0]!
    const { id: eventId, category } = events['paid']!
    for (const [name, offer] of [
      ['place', { orgId, eventId, category, price: PRICE }] as const,
      ['membership', offers[0]!] as const,
    ]) {
      const { steps: bought, ...whole } = await buy(portal, buyer, offer)
      for (const [step, span] of Object.entries(bought)) steps[`${name}: ${step}`] = span
      steps[`${name}: all`] = whole
    }
    if (at >= WARM_UP) for (const [name, span] of Object.entries(steps)) (spans[name] ??= []).push(span)
  }
  client.close()
  await portal.stop()
  const sent = await readStatements(recordIn, 'server')
  return Object.entries(spans).map(([name, those]) => ({
    name,
    orders: those.map((span) => within(sent, span)),
  }))
}

/** Whether a statement locks the row of an event, itself or by a trigger. */
function locks({ text }: Statement): boolean {
  return /from "events" .*for no key update|insert into "?event_entries|update "?(event_entries" as|events)\b/s.test(
    text,
  )
}

/** Round trips before the lock of an event, under it with the commit, and after it. Without a lock all are before. */
function phases(statements: readonly Statement[]): [number, number, number] {
  const trips: [number, number, number] = [0, 0, 0]
  let phase: 0 | 1 | 2 = 0
  let holder = 0
  for (const one of statements) {
    if (!one.joins) trips[phase]++
    if (phase !== 1 && locks(one)) [phase, holder] = [1, one.connection]
    else if (phase === 1 && one.connection === holder && ends(one)) phase = 2
  }
  return trips
}

function line(one: Statement): string {
  const mark = one.joins ? '+' : ' '
  return `${mark}${String(one.connection).padStart(2)} ${locks(one) ? '#' : ' '} ${one.text.replace(/\s+/g, ' ').trim()}`
}
