import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive, thisProcess, type Process } from './process.ts'

/** Runs `work` while no other process does so under the same file. The lock of a dead process is taken over. */
export async function locked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const mine = JSON.stringify({ ...thisProcess(), at: performance.now() })
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const before = read(file)
    await wait(30 + Math.random() * 40)
    // Two that find a dead one's lock both remove it; looking twice keeps one from removing the other's new lock.
    if (before !== undefined && before === read(file) && !isAlive(holder(before))) rmSync(file, { force: true })
  }
  try {
    return await work()
  } finally {
    if (read(file) === mine) rmSync(file, { force: true })
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function holder(text: string): Process {
  try {
    return JSON.parse(text) as Process
  } catch {
    // Cut short by a crash in the middle of writing: nobody's.
    return { pid: 2 ** 30 }
  }
}
