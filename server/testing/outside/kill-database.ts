import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The process of the embedded PostgreSQL in a data folder. */
export const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(path.join(dataDir, 'pg18/postmaster.pid'), 'utf8').split('\n')[0])

/** Kills the embedded PostgreSQL of a data folder with all its children at once, like a power cut. */
export function killDatabase(dataDir: string): void {
  const postmaster = postmasterOf(dataDir)
  // Stopped first, it starts none while the list is read.
  process.kill(postmaster, 'SIGSTOP')
  for (const pid of [...childrenOf(postmaster), postmaster]) process.kill(pid, 'SIGKILL')
}

/** From /proc; none on other systems, where they end by themselves a moment after their parent. */
function childrenOf(parent: number): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
      .map(Number)
  } catch {
    return []
  }
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}
