// npm run bench -- member-search: searching a million members, by kind of search and with the hardest cases
// for each method; and verifying a token for the first time and again.
import { listMembers } from '#server/domains/members/list-members.ts'
import { line, onDatabase, openBench, percentile, readOptions, say, timed, type Timed } from './support/head.ts'
import { fillMembers } from './member-search/fill.ts'
import { searches } from './member-search/searches.ts'
import { measureTokens } from './member-search/tokens.ts'

const { members, rounds } = readOptions({ members: 1_000_000, rounds: 40 })

/** How many the web app asks for. */
const FOUND = 50

const database = 'member_search'
const { cluster, run } = await openBench([])
await run(measure)

async function measure() {
  await cluster.create(database)
  say(`Filling a database with ${members} members`)
  await fillMembers(cluster, database, members)
  await onDatabase(cluster, database, async (db, pids) => {
    for (const { kind, limit, texts } of searches) {
      line(`${kind}: at most ${limit} ms`, 'p50 / p95 ms, processor ms')
      const all: Timed<number>[] = []
      for (const search of texts) {
        // One after the other, as a super admin types.
        const ask = async () => (await listMembers(db, { search, size: search === '' ? 1000 : FOUND })).length
        const one = await timed(rounds, ask, { pids })
        all.push(one)
        line(`  "${search}", ${one.last === FOUND ? `${FOUND} or more` : one.last} found`, figures([one]))
      }
      line('  all of them', figures(all))
    }
  })
  await measureTokens(line)
}

function figures(all: readonly Timed<number>[]): string {
  const times = all.flatMap((one) => one.times)
  const cpu = all.reduce((sum, one) => sum + one.cpu, 0) / all.length
  return `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)}, ${cpu.toFixed(1)}`
}
