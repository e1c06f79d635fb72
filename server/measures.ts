import type { Db } from './database/db.ts'
import { backupMeasures } from './domains/operator/index.ts'
import { messageMeasure } from './domains/notifications/index.ts'
import { salesMeasures, unresolvedPayments } from './domains/orders/index.ts'
import { measure, cached, type Metrics } from './http/metrics.ts'
import { queueDepths } from './jobs/queue.ts'
import { release } from './database/release.ts'

/** Metrics of the whole portal, from the database. Every process reports the same ones. */
export function measurePortal(metrics: Metrics, db: Db): void {
  const queue = cached(() => queueDepths(db))
  measure(
    metrics,
    {
      name: 'portal_build_info',
      help: 'The version and commit that run here',
      labels: ['version', 'commit', 'node'],
      read: () => [{ labels: { version: release.version, commit: release.commit, node: process.version }, value: 1 }],
    },
    {
      name: 'portal_queue_jobs',
      help: 'Jobs in the queue by kind: due, scheduled for later, running, or given up (a person has to act)',
      labels: ['kind', 'state'],
      read: async () =>
        (await queue()).flatMap(({ job, due, later, running, givenUp }) =>
          Object.entries({ due, later, running, given_up: givenUp }).map(([state, value]) => ({
            labels: { kind: job, state },
            value,
          })),
        ),
    },
    {
      name: 'portal_queue_oldest_seconds',
      help: 'How long the oldest due job has waited, by kind; 0 when none is due',
      labels: ['kind'],
      read: async () => (await queue()).map(({ job, oldestSeconds: value }) => ({ labels: { kind: job }, value })),
    },
    unresolvedPayments(db),
    messageMeasure(db),
    ...salesMeasures(db),
    ...backupMeasures(db),
  )
}
