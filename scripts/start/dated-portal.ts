/** `npm start` at the time of PORTAL_MOMENT, so that screenshots stay the same. */
import { readDatabaseConfig } from '#server/config.ts'
import { failStart } from '#server/context.ts'
import { closeDb, openDb } from '#server/database/db.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { sql } from '#server/database/sql.ts'
import { startPortal } from './portal.ts'

/** Moves the clock before seeding, which counts days from it. */
async function setClock(moment: string): Promise<void> {
  const database = await startEmbedded({ dataDir: readDatabaseConfig().dataDir })
  try {
    await migrate(database.url)
    const db = openDb(database.url, { name: 'portal clock', size: 1, connectionTimeout: 5000 })
    await db.execute(sql`update portal_clock set "offset" = ${moment}::timestamptz - now()`)
    await closeDb(db)
  } finally {
    await database.stop()
  }
}

try {
  await setClock(process.env['PORTAL_MOMENT'] ?? '2026-11-03T09:05:00+01:00')
  await startPortal()
} catch (error) {
  failStart(error)
}
