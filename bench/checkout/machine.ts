import { cpus, release, totalmem, type } from 'node:os'
import pg from 'pg'
import type { Cluster } from '../support/cluster.ts'
import type { Machine } from './result.ts'

const COMMITS = 300

/** The machine on which the figures were measured. */
export async function machineOf(cluster: Cluster): Promise<Machine> {
  const client = new pg.Client({ connectionString: cluster.urlOf('postgres') })
  await client.connect()
  try {
    await client.query('create table commits (n int)')
    const begun = performance.now()
    for (let n = 0; n < COMMITS; n++) await client.query('insert into commits values (1)')
    const commit = (performance.now() - begun) / COMMITS
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    const processors = cpus()
    return {
      processors: `${processors.length} × ${processors[0]?.model ?? 'unknown'}`,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      system: `${type()} ${release()}`,
      node: process.version,
      postgres: rows[0]!.server_version,
      commit,
    }
  } finally {
    await client.end()
  }
}

export const machineLine = ({ processors, memoryGb, system, node, postgres }: Machine) =>
  `${processors}, ${memoryGb} GB, ${system}, Node ${node}, PostgreSQL ${postgres}`
