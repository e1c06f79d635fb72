import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface TemporaryFolder {
  readonly path: string
  remove(): void
}

/** A folder that is deleted when this process ends, unless it is killed. */
export function temporaryFolder(prefix: string): TemporaryFolder {
  const folder = mkdtempSync(path.join(tmpdir(), prefix))
  const remove = () => {
    process.off('exit', remove)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', remove)
  return { path: folder, remove }
}
