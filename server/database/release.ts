import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Which version of the portal this is. */
export interface Release {
  readonly version: string
  /** The oldest version that can run on a database of this one: the release before, written by `npm run release`. */
  readonly compatibleSince: string
  /** Empty when it is not known. */
  readonly commit: string
}

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8').trim()

export const release: Release = {
  ...(JSON.parse(read('package.json')) as Pick<Release, 'version' | 'compatibleSince'>),
  commit: readCommit(),
}

/** An image has it in a file, a checkout in its repository. */
function readCommit(): string {
  try {
    if (!existsSync(path.resolve(import.meta.dirname, '../../.git'))) return read('dist/commit.txt')
    const head = read('.git/HEAD')
    return (head.startsWith('ref: ') ? read(path.join('.git', head.slice(5))) : head).slice(0, 12)
  } catch {
    return ''
  }
}

/** Whether one version, such as 0.10.0, is older than another, such as 0.9.1. */
export const isOlder = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) < 0
