import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { pathOf, type Endpoint } from '#contract/endpoint.ts'
import { closeDb, openDb, poolOf, type Db } from '#server/database/db.ts'
import type { Buyer } from './buyer.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { cpuOf } from './meter.ts'
import { portalName, startOutside, type Outside } from './outside.ts'
import { startPortal, type Portal } from './portal.ts'
import { interrupted } from './processes.ts'
import { fillWorld } from './world.ts'

/** The options of a command line. */
type Options<T> = { readonly [K in keyof T]: T[K] extends number ? number : T[K] extends boolean ? boolean : string }

/** Reads the command line by its defaults: whole numbers, flags and texts. Prints the usage and exits when it is invalid. */
export function readOptions<T extends Record<string, number | boolean | string>>(defaults: T): Options<T> {
  const isFlag = (name: string) => typeof defaults[name] === 'boolean'
  try {
    const { values } = parseArgs({
      options: Object.fromEntries(
        Object.keys(defaults).map((name) => [name, { type: isFlag(name) ? 'boolean' : 'string' }] as const),
      ),
    })
    const given = Object.entries(values).map(([name, value]) => {
      if (typeof defaults[name] !== 'number') return [name, value]
      if (!/^\d{1,7}$/.test(String(value))) throw new Error(`--${name} is '${String(value)}': use a whole number`)
      return [name, Number(value)]
    })
    return { ...defaults, ...Object.fromEntries(given) } as Options<T>
  } catch (error) {
    const usage = Object.entries(defaults).map(([name, value]) => ` [--${name}${isFlag(name) ? '' : ` ${value}`}]`)
    console.error(
      `${(error as Error).message}\n\nnpm run bench -- ${path.parse(process.argv[1]!).name}${usage.join('')}`,
    )
    process.exit(2)
  }
}

/** Tells what is going on. */
export const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)}  ${text}`)

/** Prints a figure. */
export const line = (what: string, figure: string) => console.log(`${what.padEnd(74)} ${figure}`)

/** @param share 0.95: so much of them is not above it */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The middle one, or between both. */
export const median = (values: readonly number[]): number => {
  const middle = (values.length - 1) / 2
  return (
    (percentile(values, Math.floor(middle) / values.length) + percentile(values, Math.ceil(middle) / values.length)) / 2
  )
}

/** Rows with their columns below each other: the first `left` to the left, all others to the right. */
export function table(rows: readonly (readonly string[])[], left = 1): string[] {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const padded = (cell: string, at: number) => (at < left ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))
  return rows.map((row) => row.map(padded).join('  ').trimEnd())
}

/** Writes to `dist/bench`. */
export function keep(file: string, text: string): void {
  const folder = path.resolve(import.meta.dirname, '../../dist/bench')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, file), `${text}\n`)
}

export interface Bench {
  readonly cluster: Cluster
  readonly outside: Outside
  readonly secretsKey: string
  /** A new database with clubs, their seasons, and people with a sign-in. */
  readonly fill: (database: string, clubs: number) => Promise<void>
  /** A server and a worker on one of the databases. */
  readonly open: (database: string, recordIn?: string) => Promise<Portal>
  /** Measures, cleans up, and exits: with 1 if limits are broken that are to be kept. @param measure returns the broken limits */
  readonly run: (measure: () => Promise<readonly string[] | void>, check?: boolean) => Promise<never>
}

/** PostgreSQL and all that is outside the portals on these databases. */
export async function openBench(databases: readonly string[], simulators = false): Promise<Bench> {
  const cluster = await startCluster()
  const secretsKey = randomBytes(32).toString('base64')
  const outside = await startOutside(cluster, databases, simulators).catch(async (error: unknown) => {
    await cluster.stop()
    throw error
  })
  return {
    cluster,
    outside,
    secretsKey,
    fill: async (database, clubs) => {
      await cluster.create(database)
      await fillWorld(cluster, database, { clubs, issuer: outside.issuer, secretsKey })
    },
    open: (database, recordIn) =>
      startPortal({
        ...outside,
        cluster,
        database,
        publicUrl: portalName(database),
        secretsKey,
        ...(recordIn && { recordIn }),
      }),
    run: async (measure, check = false) => {
      let broken: readonly string[] = []
      try {
        broken = (await Promise.race([measure(), interrupted])) ?? []
      } finally {
        await outside.stop()
        await cluster.stop()
      }
      for (const one of broken) console.error(one)
      process.exit(check && broken.length > 0 ? 1 : 0)
    },
  }
}

/** Calls an endpoint; throws for anything but its answer. */
export async function call<T>(
  url: string,
  { method, path: at }: Endpoint,
  who: Buyer,
  params: object,
  body?: object,
  more?: Record<string, string>,
): Promise<T> {
  const answer = await fetch(url + pathOf(at, 'izy', { ...params }), {
    method,
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': 'application/json',
      'x-forwarded-for': who.ip,
      ...more,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const said = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${at} was answered ${answer.status}: ${said}`)
  return JSON.parse(said) as T
}

/** Works on connections of its own to a database. @param pids its processes of PostgreSQL */
export async function onDatabase<T>(
  cluster: Cluster,
  database: string,
  work: (db: Db, pids: readonly number[]) => Promise<T>,
  size = 1,
): Promise<T> {
  const db = openDb(cluster.urlOf(database), { name: 'bench', size, kept: size, statementTimeout: 60_000 })
  try {
    const asked = Array.from({ length: size }, () =>
      poolOf(db).query<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.1)'),
    )
    return await work(
      db,
      (await Promise.all(asked)).map(({ rows }) => rows[0]!.pid),
    )
  } finally {
    await closeDb(db)
  }
}

export interface Timed<T> {
  /** Milliseconds of each round. */
  readonly times: readonly number[]
  /** Milliseconds of processor a round, which do not depend on a busy machine. */
  readonly cpu: number
  readonly last: T
}

/** Asks one after the other; the first few are warm-up. @param pids whose processor time counts */
export async function timed<T>(
  rounds: number,
  ask: () => Promise<T>,
  { pids = [], warmUp = 5 }: { pids?: readonly number[]; warmUp?: number } = {},
): Promise<Timed<T>> {
  const busy = () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0)
  const times: number[] = []
  let before = busy()
  let last!: T
  for (let round = -warmUp; round < rounds; round++) {
    if (round === 0) before = busy()
    const begun = performance.now()
    last = await ask()
    if (round >= 0) times.push(performance.now() - begun)
  }
  return { times, cpu: (busy() - before) / rounds, last }
}
