import { readdirSync, readFileSync } from 'node:fs'
import { walPlace, type Cluster } from './cluster.ts'
import type { Started } from './processes.ts'

/** Resources used so far. */
export interface Reading {
  readonly wal: string
  /** Processor time in milliseconds by process; empty where the system does not report it. */
  readonly cpu: Readonly<Record<string, number>>
}

export type Parties = Readonly<Record<string, Started>>

/** Reads the log position, and the processor time of the named processes, of PostgreSQL and of the benchmark itself. */
export async function read(cluster: Cluster, parties: Parties): Promise<Reading> {
  const own = process.cpuUsage()
  const cpu: Record<string, number> = {}
  for (const [name, { pid }] of Object.entries(parties)) cpu[name] = cpuOf(pid)
  cpu.postgres = cpuOfFamily(cluster.pid)
  cpu.buyers = (own.user + own.system) / 1000
  return { wal: await walPlace(cluster), cpu: Object.values(cpu).some(Number.isNaN) ? {} : cpu }
}

/** Clock ticks of /proc are hundredths of a second on every Linux. */
const TICK = 10

/** Fields of /proc/{pid}/stat after the name: state, parent … user, system, user and system of children that ended. */
function statOf(pid: number): number[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return undefined
  }
}

/** A process's processor time in milliseconds; NaN where the system does not report it. */
export const cpuOf = (pid: number): number => {
  const stat = statOf(pid)
  return stat ? (stat[11]! + stat[12]!) * TICK : Number.NaN
}

/** Like `cpuOf`, including child processes, running and ended. */
export function cpuOfFamily(pid: number): number {
  const parent = statOf(pid)
  if (!parent) return Number.NaN
  let sum = 0
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
    if (stat?.[1] === pid) sum += stat[11]! + stat[12]!
  }
  return (sum + parent[11]! + parent[12]! + parent[13]! + parent[14]!) * TICK
}
