import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const run = (command: string, args: readonly string[], cwd = root) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1e9 }).trim()

/** The newest version that was released before this commit, by its commit, since not every clone has tags; null in a clone without history. */
export function releaseBefore(): { commit: string; version: string } | null {
  try {
    const pattern = '--grep=^release: [0-9]+\\.[0-9]+\\.[0-9]+$'
    const [commit, , version] = run('git', ['log', '-1', '--format=%H %s', '-E', pattern, 'HEAD^']).split(' ')
    return commit && version ? { commit, version: `v${version}` } : null
  } catch {
    return null
  }
}

/** Unpacks another version of the repository, with its packages and words. @returns its folder */
export function unpack(commit: string): string {
  const folder = path.join(root, 'dist/update', run('git', ['rev-parse', '--short=12', `${commit}^{commit}`]))
  if (existsSync(path.join(folder, 'generated'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}.tar`, execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 }))
  run('tar', ['-xf', `${folder}.tar`, '-C', folder])
  rmSync(`${folder}.tar`)
  if (packagesOf(folder) === packagesOf(root))
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  run(process.execPath, ['scripts/make.mjs'], folder)
  return folder
}

const packagesOf = (folder: string) => {
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  return JSON.stringify(Object.entries(packages).map(([name, { version }]) => (name ? [name, version] : [])))
}
