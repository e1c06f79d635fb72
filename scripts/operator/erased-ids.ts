import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Id } from '#contract/values.ts'
import { BackupProblem } from '#server/database/backup.ts'
import { closeDb, openDb } from '#server/database/db.ts'
import { erasures } from '#server/database/schema/index.ts'

/** Beside the backups: an older one does not know who was erased after it. */
export const ERASED_IDS = 'erased-ids.txt'

const fileIn = (folder: string) => path.join(folder, ERASED_IDS)

/** Adds who was erased to the list beside the backups. */
export async function keepErasedIds(url: string, folder: string): Promise<void> {
  const db = openDb(url, { name: 'portal erased ids', size: 1, connectionTimeout: 5000 })
  try {
    const rows = await db.select({ id: erasures.memberId }).from(erasures)
    const ids = new Set([...readErasedIds(folder), ...rows.map(({ id }) => id)])
    if (ids.size > 0) writeFileSync(fileIn(folder), `${[...ids].toSorted().join('\n')}\n`, { mode: 0o600 })
  } catch (error) {
    console.error(`The list of erased people is not up to date: ${(error as Error).message}`)
  } finally {
    await closeDb(db)
  }
}

/** The ids of a list, one a line. @param file a list, or the folder of the backups, which may have none */
export function readErasedIds(file: string): string[] {
  const list = file.endsWith('.txt') ? file : fileIn(file)
  if (!existsSync(list)) {
    if (list === file) throw new BackupProblem(`There is no file ${file}`)
    return []
  }
  const lines = readFileSync(list, 'utf8').split(/\s+/).filter(Boolean)
  const wrong = lines.find((line) => !Id.safeParse(line).success)
  if (wrong) throw new BackupProblem(`${list} has a line that is no id: ${wrong}`)
  return lines.map((line) => line.toLowerCase())
}
