import type { Books } from '#server/testing/invariants/invariants.ts'
import type { Portal } from '../stack/portal.ts'

const queries = {
  orders: `select id, number, status, total, test_mode, reserved_until, hold_extensions, created_at, paid_at from orders
    where org_id = any($1) order by id`,
  payments: 'select * from payments where org_id = any($1) order by id',
  refunds: 'select * from refunds where org_id = any($1) order by id',
  terms:
    'select id, order_id, member_id, status, reserved_until from membership_terms where org_id = any($1) order by id',
  messages: `select * from messages where data ->> 'orderId' in (select id::text from orders where org_id = any($1))
    or data ->> 'refundId' in (select id::text from refunds where org_id = any($1))`,
  changes: `select thing, thing_id, from_status, to_status, cause, at from status_changes where thing_id in
    (select id from orders where org_id = any($1) union select id from payments where org_id = any($1)
     union select id from refunds where org_id = any($1)) order by id`,
  jobs: `select task_identifier, attempts, max_attempts, run_at, locked_by, last_error
    from graphile_worker.jobs where $1::uuid[] is not null`,
  clock: 'select portal_now(), now() where $1::uuid[] is not null',
}

/** The state of the database, for analysing a failed schedule. Deletes jobs that were given up. */
export async function takeSnapshot({ sql }: Portal, { orgIds, ledger }: Books): Promise<string> {
  const parts: string[] = []
  for (const [name, query] of Object.entries(queries)) {
    const rows = await sql(query, [orgIds])
    parts.push(`=== ${name}`, ...rows.map((row) => JSON.stringify(row)))
  }
  await sql('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  return [...parts, '=== ledger', JSON.stringify(ledger, null, 1)].join('\n')
}
