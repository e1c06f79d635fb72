// npm run bench -- member-search: searching a million members, by kind of search and with the hardest cases
// for each method; and verifying a token for the first time and again.
import { parseArgs } from 'node:util'
import { closeDb, openDb, poolOf, type Db } from '#server/database/db.ts'
import { listMembers } from '#server/domains/members/list-members.ts'
import { startCluster, type Cluster } from './support/cluster.ts'
import { cpuOf } from './support/meter.ts'
import { interrupted } from './support/processes.ts'
import { fillMembers } from './member-search/fill.ts'
import { searches } from './member-search/searches.ts'
import { measureTokens } from './member-search/tokens.ts'

const { values } = parseArgs({
  options: { members: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '40' } },
})
const members = Number(values.members)
const rounds = Number(values.rounds)

/** How many the web app asks for. */
const FOUND = 50
const database = 'member_search'
const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)}  ${text}`)
const line = (what: string, figure: string) => console.log(`${what.padEnd(74)} ${figure}`)

const cluster = await startCluster()
try {
  await Promise.race([measure(cluster), interrupted])
} finally {
  await cluster.stop()
}
process.exit()

async function measure(on: Cluster) {
  await on.create(database)
  say(`Filling a database with ${members} members`)
  await fillMembers(on, database, members)
  const db = openDb(on.urlOf(database), { name: 'bench', size: 1, kept: 1 })
  const { rows } = await poolOf(db).query<{ pid: number }>('select pg_backend_pid() as pid')
  for (const { kind, limit, texts } of searches) {
    line(`${kind}: at most ${limit} ms`, 'p50 / p95 ms, processor ms')
    const all: Measured[] = []
    for (const search of texts) {
      const one = await measureOne(db, rows[0]!.pid, search)
      all.push(one)
      line(`  "${search}", ${one.found === FOUND ? `${FOUND} or more` : one.found} found`, figures([one]))
    }
    line('  all of them', figures(all))
  }
  await closeDb(db)
  await measureTokens(line)
}

interface Measured {
  readonly found: number
  readonly times: readonly number[]
  /** The database's processor time for one search in milliseconds, which does not depend on a busy machine. */
  readonly cpu: number
}

/** One after the other, as a super admin types; the first few are warm-up. */
async function measureOne(db: Db, pid: number, search: string): Promise<Measured> {
  const ask = () => listMembers(db, { search, size: search === '' ? 1000 : FOUND })
  for (let at = 0; at < 5; at++) await ask()
  const before = cpuOf(pid)
  const times: number[] = []
  let found = 0
  for (let at = 0; at < rounds; at++) {
    const begun = performance.now()
    found = (await ask()).length
    times.push(performance.now() - begun)
  }
  return { found, times, cpu: (cpuOf(pid) - before) / rounds }
}

function figures(all: readonly Measured[]): string {
  const sorted = all.flatMap(({ times }) => times).toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(1)
  const cpu = all.reduce((sum, one) => sum + one.cpu, 0) / all.length
  return `${at(0.5)} / ${at(0.95)}, ${cpu.toFixed(1)}`
}
