// npm run bench -- scale: the budget of processors, connections, jobs, NOTIFY and disk for 1,000, 10,000 and 100,000 clubs, and what is exhausted
// first. Arithmetic and a small simulation from the figures below; it starts nothing and measures nothing. docs/scale.md explains it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readOptions, table } from './support/head.ts'

const options = readOptions({ clubs: 0, seconds: 120, cores: 16, connections: 500, disk: 2000, fsync: 1000 })
const counted = JSON.parse(readFileSync(path.join(import.meta.dirname, 'statements.json'), 'utf8')) as Record<
  string,
  { statements: number; roundTrips: number }
>
const tripsOf = (call: string) => counted[`membership: ${call}`]!.roundTrips

/** Measured, with their places. */
const measured = {
  /** docs/performance.md, Purchases: milliseconds of processor a purchase, and log. */
  purchase: { server: 16, database: 11, worker: 6, walKb: 53 },
  /** docs/performance.md, Overload: milliseconds of server and database together, 586 calls a second on two cores. */
  call: 3.4,
  /** docs/performance.md: mails a second of one worker, and memory of a thousand streams. */
  mailsPerSecond: 148,
  streamMb: 0.015,
  /** docs/operate.md: connections of a process, and those for a person and the database itself. */
  connections: { server: 17, worker: 24, spare: 20 },
  /** docs/operate.md: rows a second of a backup and of a restore, 1.5 million in 12 and 24 s. */
  rowsBackedUp: 125_000,
  rowsRestored: 62_500,
  /** A member without purchases in the large world: docs/scale.md. */
  member: { kb: 1.3, rows: 4 },
  /** docs/operate.md: 100,000 orders have 1.5 million rows and take 0.5 GB. */
  bought: { kb: 5, rows: 15 },
}

/** Assumed: nobody has measured what members of this many clubs do. */
const assumed = {
  membersPerClub: 100,
  purchasesPerMember: 3,
  /** Of a year's purchases in its busiest hour, when a season opens everywhere. */
  busiestHour: 0.01,
  /** Of all members in that hour, and calls of each. */
  visiting: 0.05,
  callsPerVisit: 40,
  /** How much of a call's time is the database's. */
  inDatabase: 0.5,
  /** Of the visitors of an hour, how many have a page open at a moment. */
  atOnce: 0.2,
  mailsPerMember: 24,
  /** Of a year's mails on their busiest day: the reminder before a season. */
  busiestDay: 0.05,
  /** Buyers who come in one moment for one event. */
  rush: 500,
  /** Milliseconds to the database and back, and until the gateway has answered a settlement. */
  roundTrip: 0.5,
  gateway: 300,
  years: 3,
  /** How much of a processor is used at most. */
  busy: 0.6,
  /** Kilobytes of pictures and files a member: a portrait of 30 kB for every second, a file of 500 kB a year for every twentieth. */
  filesKb: 90,
}

const sizes = options.clubs ? [options.clubs] : [1000, 10_000, 100_000]
const budgets = sizes.map(budget)
const number = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits })
const lines: [string, (one: ReturnType<typeof budget>) => string][] = [
  ['clubs', ({ clubs }) => number(clubs)],
  ['members', ({ members }) => number(members)],
  ['purchases a second, busiest hour', ({ purchases }) => number(purchases, 1)],
  ['calls a second then', ({ calls }) => number(calls)],
  ['processors of the database', ({ databaseCores }) => number(databaseCores, 1)],
  ['servers; workers', ({ servers, workers }) => `${servers}; ${workers}`],
  ['connections', ({ connections }) => number(connections)],
  ['longest wait for one, a rush of 500, ms', ({ poolWait }) => number(poolWait)],
  ['longest wait of a settlement, ms', ({ jobWait }) => number(jobWait)],
  ['log, MB a second', ({ wal }) => number(wal, 1)],
  ['commits with NOTIFY a second', ({ notifying }) => number(notifying)],
  ['open streams; their memory, MB', ({ streams }) => `${number(streams)}; ${number(streams * measured.streamMb)}`],
  ['mails of the busiest day, hours', ({ mailHours }) => number(mailHours, 1)],
  ['database; files, GB', ({ disk, files }) => `${number(disk)}; ${number(files)}`],
  ['logical backup; restore, hours', ({ backup, restore }) => `${number(backup, 1)}; ${number(restore, 1)}`],
]
for (const line of table(lines.map(([name, read]) => [name, ...budgets.map(read)]))) console.log(line)
for (const { clubs, used } of budgets) {
  console.log(`\n${number(clubs)} clubs, of what one PostgreSQL can do:`)
  const sorted = Object.entries(used).toSorted(([, one], [, other]) => other - one)
  for (const [name, share] of sorted)
    console.log(`${`${number(share * 100)} %`.padStart(8)}  ${name}${share > 1 ? ': exhausted' : ''}`)
}

function budget(clubs: number) {
  const members = clubs * assumed.membersPerClub
  const yearly = members * assumed.purchasesPerMember
  const purchases = (yearly * assumed.busiestHour) / 3600
  const visitors = members * assumed.visiting
  const calls = (visitors * assumed.callsPerVisit) / 3600
  const callInDatabase = measured.call * assumed.inDatabase
  const databaseCores = (purchases * measured.purchase.database + calls * callInDatabase) / 1000
  const serverCores = (purchases * measured.purchase.server + calls * (measured.call - callInDatabase)) / 1000
  // A process has one processor for JavaScript.
  const servers = Math.max(2, Math.ceil(serverCores / assumed.busy))
  const settling = assumed.gateway + tripsOf('settle') * assumed.roundTrip
  const mails = members * assumed.mailsPerMember * assumed.busiestDay
  const workers = Math.max(
    2,
    Math.ceil((purchases * measured.purchase.worker) / 1000 / assumed.busy),
    Math.ceil((purchases * settling) / 1000 / 4 / assumed.busy),
    // The mails of a day within eight hours.
    Math.ceil(mails / measured.mailsPerSecond / 8 / 3600),
  )
  // An update runs one more of each.
  const { server, worker, spare } = measured.connections
  const connections = server * (servers + 1) + worker * (workers + 1) + spare
  // The database is slower the busier it is.
  const slower = 1 / (1 - Math.min(0.9, databaseCores / options.cores))
  const trips = ['prepare', 'handle', 'link', 'settle', 'state'].map(tripsOf)
  const buying = trips.reduce((sum, one) => sum + one, 0) * assumed.roundTrip + measured.purchase.database * slower
  const reading = 3 * assumed.roundTrip + callInDatabase * slower
  const poolWait = waits({
    arrivals: [
      { perSecond: (purchases * trips.length) / servers, milliseconds: buying / trips.length },
      { perSecond: calls / servers, milliseconds: reading },
    ],
    rush: { count: Math.ceil(assumed.rush / servers), milliseconds: buying / trips.length },
    places: 12,
  })
  const jobWait = waits({
    arrivals: [{ perSecond: purchases / workers, milliseconds: settling }],
    rush: { count: 0, milliseconds: 0 },
    places: 4,
  })
  // One commit writes the job that settles, another what it leads to.
  const notifying = purchases * 2
  const bought = yearly * assumed.years
  const disk = (members * measured.member.kb + bought * measured.bought.kb) / 1e6
  const files = (members * assumed.filesKb) / 1e6
  const rows = members * measured.member.rows + bought * measured.bought.rows
  const mailHours = mails / measured.mailsPerSecond / workers / 3600
  const [backup, restore] = [rows / measured.rowsBackedUp / 3600, rows / measured.rowsRestored / 3600]
  return {
    clubs,
    members,
    purchases,
    calls,
    databaseCores,
    servers,
    workers,
    connections,
    poolWait,
    jobWait,
    notifying,
    disk,
    files,
    mailHours,
    backup,
    restore,
    streams: visitors * assumed.atOnce,
    wal: (purchases * measured.purchase.walKb) / 1000,
    used: {
      [`processors (${options.cores}, ${assumed.busy * 100} % of them)`]: databaseCores / options.cores / assumed.busy,
      [`connections (${options.connections})`]: connections / options.connections,
      // Beyond a half, waiting grows faster than work.
      [`the lock of NOTIFY, half of the time (fsync ${options.fsync / 1000} ms)`]:
        (notifying * options.fsync) / 1e6 / 0.5,
      [`disk (${options.disk} GB), with pictures and files`]: (disk + files) / options.disk,
      [`disk (${options.disk} GB), without`]: disk / options.disk,
      'a logical restore in four hours': restore / 4,
    },
  }
}

interface Line {
  readonly arrivals: readonly { readonly perSecond: number; readonly milliseconds: number }[]
  /** Who comes in one moment, in the middle. */
  readonly rush: { readonly count: number; readonly milliseconds: number }
  readonly places: number
}

/** Simulates a queue before places, arrivals by chance and work of exponential length. @returns the longest wait in milliseconds */
function waits({ arrivals, rush, places }: Line): number {
  const chance = generator(1)
  const exponential = (mean: number) => -mean * Math.log(1 - chance())
  const end = options.seconds * 1000
  const coming: { at: number; work: number }[] = []
  for (const { perSecond, milliseconds } of arrivals)
    for (let at = exponential(1000 / perSecond); at < end; at += exponential(1000 / perSecond))
      coming.push({ at, work: exponential(milliseconds) })
  for (let one = 0; one < rush.count; one++) coming.push({ at: end / 2, work: exponential(rush.milliseconds) })
  const free = Array.from({ length: places }, () => 0)
  const waited = coming
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, work }) => {
      const place = free.indexOf(Math.min(...free))
      const start = Math.max(at, free[place]!)
      free[place] = start + work
      return start - at
    })
  return waited.reduce((most, one) => Math.max(most, one), 0)
}

/** Random numbers that are the same at every run. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
