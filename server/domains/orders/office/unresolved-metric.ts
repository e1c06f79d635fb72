import type { Db } from '#server/database/db.ts'
import type { Measure } from '#server/http/metrics.ts'
import { countUnresolved } from './unresolved-queries.ts'

/** What an operator watches: payments of all clubs that came to no end. */
export const unresolvedPayments = (db: Db): Measure => ({
  name: 'portal_unresolved_payments',
  help: 'Payments that came to no end within 15 minutes: the gateway, or the key of a club, needs a look',
  labels: ['kind'],
  read: async () => Object.entries(await countUnresolved(db)).map(([kind, value]) => ({ labels: { kind }, value })),
})
