// npm run bench -- member-search: what finding one among a million members costs, by kind of search and with the searches that
// are hardest for each way of finding; and what it costs to verify a token that was seen before.
import { parseArgs } from 'node:util'
import { closeDb, openDb, type Db } from '#server/database/db.ts'
import { listMembers } from '#server/domains/members/list-members.ts'
import { startCluster, type Cluster } from './checkout/cluster.ts'
import { interrupted } from './checkout/processes.ts'
import { fillMembers } from './member-search/fill.ts'
import { searches } from './member-search/searches.ts'
import { measureTokens } from './member-search/tokens.ts'

const { values } = parseArgs({
  options: { members: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '40' } },
})
const members = Number(values.members)
const rounds = Number(values.rounds)

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
  const db = openDb(on.urlOf(database), { name: 'bench', size: 2 })
  for (const { kind, limit, texts } of searches) {
    const all: number[] = []
    for (const search of texts) {
      const times = await timesOf(db, search)
      all.push(...times)
      const { length } = await listMembers(db, { size: 1000, search })
      line(`  "${search}", ${length === 1000 ? '1000 or more' : length} found, p50 / p95 ms`, figures(times))
    }
    line(`${kind} (p95 at most ${limit} ms)`, figures(all))
  }
  await closeDb(db)
  await measureTokens(line)
}

/** One after the other, as a super admin types; the first few warm up. */
async function timesOf(db: Db, search: string): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < rounds + 5; at++) {
    const begun = performance.now()
    await listMembers(db, { size: 1000, search })
    if (at >= 5) times.push(performance.now() - begun)
  }
  return times
}

function figures(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(1)
  return `${at(0.5)} / ${at(0.95)}`
}
