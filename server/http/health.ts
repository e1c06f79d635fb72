import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/database/db.ts'
import { isMigrated } from '#server/database/migrate.ts'

export interface Health {
  /** The server is about to end; no new work should come. */
  draining: boolean
}

/** `/healthz`: the process lives. `/readyz`: it can do its work now. */
export function addHealth(app: FastifyInstance, reserved: Db, health: Health): void {
  let migrated = false
  const checks = {
    database: async () => {
      await reserved.execute(sql`select 1`)
      return true
    },
    migrations: async () => (migrated ||= await isMigrated(reserved)),
    // Jobs can be added; whether a worker lives is the worker's own health.
    jobs: async () => {
      await reserved.execute(sql`select 1 from graphile_worker.migrations limit 1`)
      return true
    },
  }

  app.get('/healthz', () => ({ alive: true }))

  app.get('/readyz', async (_request, reply) => {
    if (health.draining) return reply.code(503).send({ ready: false, draining: true })
    const results: Record<string, boolean> = {}
    for (const [name, check] of Object.entries(checks)) {
      try {
        results[name] = await check()
      } catch {
        results[name] = false
      }
    }
    const ready = Object.values(results).every(Boolean)
    return reply.code(ready ? 200 : 503).send({ ready, ...results })
  })
}
