import type { Config } from './config.ts'
import { closeDb, openDb, type Db } from './database/db.ts'
import { createSecrets, type Secrets } from './database/secrets.ts'
import { createLog, type Logger } from './http/log.ts'
import { tokenVerifier, type VerifyToken } from './identity/verify-token.ts'

/** Built once per process; every domain receives it as its services. */
export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly db: Db
  /** Few connections for health checks and payment callbacks, free while all others are taken. */
  readonly reserved: Db
  /** Connections of the job runner, which may run longer statements. */
  readonly jobsDb: Db
  readonly secrets: Secrets
  readonly verifyToken: VerifyToken
  /** Closes what `openContext` opened. */
  close(): Promise<void>
}

/** Connects to the database at `databaseUrl`; nothing is sent before the first use. */
export function openContext(config: Config, databaseUrl: string, log: Logger = logFor(config)): Context {
  const onError = (error: Error) => log.warn({ err: error }, 'A database connection was lost')
  const open = (name: string, size: number, statementTimeout?: number) =>
    openDb(databaseUrl, { name, size, onError, ...(statementTimeout ? { statementTimeout } : {}) })
  const db = open('portal', 12)
  const reserved = open('portal reserved', 2)
  const jobsDb = open('portal jobs', 8, 60_000)
  return {
    config,
    log,
    db,
    reserved,
    jobsDb,
    secrets: createSecrets(config.secretsKey),
    verifyToken: tokenVerifier({ issuer: config.oidc.issuer, audience: config.oidc.audience }),
    close: async () => {
      await Promise.all([db, reserved, jobsDb].map(closeDb))
    },
  }
}

export const logFor = (config: Config, level: 'info' | 'warn' = 'info'): Logger =>
  createLog({ pretty: !config.production, level })
