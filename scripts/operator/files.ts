/**
 * npm run files: moves every picture and file to where FILES_STORE says that new ones are stored, the bucket or the database, while the portal
 * runs. It may be stopped at any time, and goes on where it was.
 * npm run files -- --sweep: removes files from the bucket that this database does not know, after a restore.
 */
import { parseArgs } from 'node:util'
import { readFilesBucket } from '#server/config.ts'
import { closeDb, openDb } from '#server/database/db.ts'
import { bucketFault, openBucket } from '#server/documents/bucket.ts'
import { moveFiles, sweepBucket } from './move-files.ts'
import { CommandProblem, onDatabase } from './on-database.ts'

await onDatabase(async (url) => {
  const { sweep } = wanted()
  const files = readFilesBucket()
  const db = openDb(url, { name: 'portal files', size: 8, connectionTimeout: 5000 })
  try {
    if (sweep) {
      console.log(`${await sweepBucket(db, openBucket(files))} files were removed from the bucket`)
      return
    }
    let said = -Infinity
    const moved = await moveFiles(db, files, ({ table, moved: done, left }) => {
      if (left > 0 && performance.now() - said < 5000) return
      said = performance.now()
      console.log(`${table}: ${done} moved, ${left} left`)
    })
    console.log(`${moved} rows were moved to the ${files.write ? 'bucket' : 'database'}`)
  } catch (cause) {
    if ((cause as Error).message !== 'files_unavailable' && (cause as Error).message !== 'unavailable') throw cause
    throw new CommandProblem(
      `FILES_BUCKET_URL: the bucket ${bucketFault((cause as Error).cause)}. What was moved stays so: run this again`,
      { cause },
    )
  } finally {
    await closeDb(db)
  }
})

function wanted(): { sweep: boolean } {
  try {
    return parseArgs({ options: { sweep: { type: 'boolean', default: false } } }).values
  } catch {
    throw new CommandProblem('Say which: npm run files, or npm run files -- --sweep')
  }
}
