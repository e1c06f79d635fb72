import { readDatabaseConfig, type DatabaseConfig } from '#server/config.ts'
import { failStart } from '#server/context.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { waitForDatabase } from '#server/database/wait-for-database.ts'

/** The command cannot be run as typed. The message says why. */
export class CommandProblem extends Error {
  override readonly name = 'CommandProblem'
}

/** Runs a command on the configured or embedded database, and prints a sentence when it fails. */
export async function onDatabase(work: (url: string, config: DatabaseConfig) => Promise<void>): Promise<void> {
  try {
    const config = readDatabaseConfig()
    const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir }) : null
    try {
      const url = config.databaseUrl ?? embedded!.url
      await waitForDatabase(url, { patience: 0 })
      await work(url, config)
    } finally {
      await embedded?.stop()
    }
  } catch (error) {
    failStart(error)
  }
}
