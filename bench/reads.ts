// npm run bench -- reads: every GET of the contract with a thousand clubs, a hundred thousand members and a million
// places at events, as members and as an office; with the plans of slow ones. --check exits with 1 when a member's
// read exceeds its limit.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { Agent, request as send } from 'node:http'
import path from 'node:path'
import { pathOf } from '#contract/endpoint.ts'
import { newToken } from '#server/database/new-id.ts'
import { hashToken } from '#server/database/secrets.ts'
import { counted, readStatements, within } from './checkout/record.ts'
import type { Buyer, Span } from './support/buyer.ts'
import { openBench, percentile, readOptions, say } from './support/head.ts'
import type { Statement } from './support/statement.ts'
import { allReads, type Call, type Reader } from './reads/calls.ts'
import { findReaders } from './reads/readers.ts'
import { slowestPlan } from './reads/plan.ts'

const options = readOptions({
  entries: 1_000_000,
  /** Clubs and events become fewer with them. */
  members: 100_000,
  readers: 60,
  check: false,
  /** Names of calls, with commas; all when left out. */
  only: '',
  /** Number of a plan's lines to show; 0: all. */
  plan: 25,
})

/** p95 limit of a member's read in milliseconds, without documents. */
const LIMIT = 20

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const now = () => performance.timeOrigin + performance.now()
const database = 'reads'
const { cluster, outside, secretsKey, open, run } = await openBench([database])
await run(measure, options.check)

interface Measured {
  readonly call: Call
  readonly times: number[]
  /** Size of the longest answer in kilobytes. */
  kilobytes: number
  /** When its timed calls were made. */
  span: Span
  /** Start and end of the slowest call. */
  worst: { from: number; to: number; ms: number }
}

async function measure(): Promise<string[]> {
  const { calls, left } = allReads(options.only ? options.only.split(',') : undefined)
  await seed()
  const readers = await findReaders(cluster, database, { issuer: outside.issuer, count: options.readers })
  // An order is read with its token.
  const tokens = new Map<string, string>()
  for (const { id, orderId } of readers) {
    const token = newToken()
    tokens.set(id, token)
    await cluster.sql(database, 'update orders set token_hash = $1 where id = $2', [hashToken(token), orderId])
  }
  await cluster.sql(database, 'vacuum (analyze)')
  const people = readers.map(({ id, subject }) => ({ id, subject }))
  const signedIn = await outside.signIn(people)
  const [office] = await outside.signIn([{ ...people[0]!, roles: ['org:ALL|role:SUPER_ADMIN', 'org:ALL|role:ADMIN'] }])

  const recordIn = path.join(cluster.dataDir, 'statements')
  mkdirSync(recordIn)
  const portal = await open(database, recordIn)
  const all: Measured[] = []
  const refused: string[] = []
  try {
    for (const call of calls) {
      const one: Measured = {
        call,
        times: [],
        kilobytes: 0,
        span: { from: Infinity, to: 0 },
        worst: { from: 0, to: 0, ms: 0 },
      }
      // The first few are warm-up: statements are planned and code is compiled.
      for (const round of [0, 1])
        for (const [place, reader] of readers.entries()) {
          if (round === 0 && place >= 12) break
          const buyer = call.as === 'office' ? { ...office!, ip: signedIn[place]!.ip } : signedIn[place]!
          const answer = await ask(portal.url, call, { ...reader, orderToken: tokens.get(reader.id)! }, buyer)
          if (typeof answer === 'string') refused.push(answer)
          if (typeof answer === 'string' || round === 0) continue
          one.times.push(answer.ms)
          one.span = { from: Math.min(one.span.from, answer.from), to: answer.to }
          one.kilobytes = Math.max(one.kilobytes, answer.bytes / 1024)
          if (answer.ms > one.worst.ms) one.worst = answer
        }
      if (one.times.length === 0) continue
      all.push(one)
      say(call.name)
    }
  } finally {
    await portal.stop()
  }
  for (const why of left) console.log(`not called: ${why}`)
  if (refused.length > 0) throw new Error([...new Set(refused)].join('\n'))

  const late = all.filter((one) => at(one, 0.95) > LIMIT && !one.call.drawn)
  const statements = await readStatements(recordIn, 'server')
  for (const one of all) console.log(line(one, statements))
  for (const one of late) {
    console.log(`\n${one.call.name}, ${one.worst.ms.toFixed(1)} ms:`)
    console.log(await slowestPlan(cluster, database, statements, one.worst, options.plan))
  }
  return late
    .filter(({ call }) => call.as !== 'office')
    .map((one) => `Longer than ${LIMIT} ms: ${one.call.name} ${at(one, 0.95).toFixed(1)}`)
}

/** Seeds the database with the command that developers use. */
async function seed() {
  await cluster.sql('postgres', `create database ${database}`)
  say(`Seeding the large world with ${options.entries} places at events`)
  const begun = performance.now()
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/seed.ts', '--large', '--entries', String(options.entries), '--members', String(options.members)],
    {
      env: { PATH: process.env['PATH'], DATABASE_URL: cluster.urlOf(database), SECRETS_KEY: secretsKey },
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`The large world was not seeded: ${stderr}`)
  say(`Seeded in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
}

function ask(url: string, { name, endpoint, as, input }: Call, reader: Reader, buyer: Buyer) {
  const given = input(reader)
  const params = new Set([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key!))
  const rest = Object.entries(given).filter(([key]) => !params.has(key))
  const query = String(new URLSearchParams(Object.fromEntries(rest.map(([key, value]) => [key, String(value)]))))
  const headers = {
    'x-forwarded-for': buyer.ip,
    'accept-language': 'da',
    ...(as !== 'anyone' && { authorization: `Bearer ${buyer.token}` }),
  }
  return new Promise<{ from: number; to: number; ms: number; bytes: number } | string>((resolve, reject) => {
    const from = now()
    const call = send(`${url}${pathOf(endpoint.path, 'izy', given)}?${query}`, { agent, headers }, (answer) => {
      let bytes = 0
      let text = ''
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        if (answer.statusCode !== 200) text += part.toString()
      })
      answer.on('end', () => {
        const to = now()
        if (answer.statusCode === 200) resolve({ from, to, ms: to - from, bytes })
        else resolve(`${name} answered ${answer.statusCode}: ${text}`)
      })
    })
    call.on('error', reject)
    call.end()
  })
}

function at({ times }: Measured, share: number): number {
  return percentile(times, share)
}

function line(one: Measured, all: readonly Statement[]): string {
  const { statements, roundTrips } = counted(within(all, one.span), one.times.length)
  return `${one.call.name.padEnd(40)} ${one.call.as.padEnd(7)} p50 ${at(one, 0.5).toFixed(1).padStart(6)}  p95 ${at(one, 0.95).toFixed(1).padStart(6)} ms  ${one.kilobytes.toFixed(1).padStart(7)} kB  ${statements.toFixed(1).padStart(5)} statements  ${roundTrips.toFixed(1).padStart(5)} round trips`
}
