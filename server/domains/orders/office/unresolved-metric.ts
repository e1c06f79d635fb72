import type { Db } from '#server/database/db.ts'
import { countUnresolved } from './unresolved-queries.ts'

/** What an operator watches: payments of all clubs that came to no end. */
export const unresolvedPayments = (db: Db) => ({
  name: 'portal_unresolved_payments',
  help: 'Payments that came to no end within 15 minutes: the gateway, or the key of a club, needs a look',
  label: 'kind',
  read: () => countUnresolved(db),
})
