import type { Context } from '#server/context.ts'
import type { Reader } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { keyOf, selectConfiguration } from '#server/domains/payments/index.ts'
import type { EarlierPayment } from '../../simulators/card-gateway/earlier-payments.ts'
import { clubs } from './clubs.ts'

/** A call stays below the simulators' limit of 200 kB. */
const PAGE = 400

/** Payments can be added to the simulated gateway only. */
const simulated = /^(.+\/simulators\/card-gateway)\/mw\/api\/v2\/?$/

interface Captured extends Record<string, unknown> {
  readonly id: string
  readonly orgId: string
  readonly paid: Omit<EarlierPayment, 'apiKey'>
}

/**
 * Adds the demo clubs' payments to the simulated gateway, oldest first, so that they can be refunded: seeded ones never went through
 * it, and its own state may be gone. The first payment that it knows ends the run.
 */
export async function registerPayments({
  config,
  db,
  secrets,
  log,
}: Pick<Context, 'config' | 'db' | 'secrets' | 'log'>) {
  const door = simulated.exec(config.freepay.managementUrl)?.[1]
  if (!door) return
  const keys = new Map<string, string>()
  const keyOfClub = async (orgId: string) => {
    const key = keys.get(orgId) ?? keyOf(secrets, await selectConfiguration(db, orgId, 'freepay'))
    keys.set(orgId, key)
    return key
  }
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await selectCaptured(db, after)
    const last = page.at(-1)
    if (!last) return
    const body: EarlierPayment[] = []
    for (const { orgId, paid } of page) body.push({ apiKey: await keyOfClub(orgId), ...paid })
    const response = await fetch(`${door}/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null)
    if (!response?.ok) return log.warn('The simulated gateway does not take the demo payments: they cannot be refunded')
    const { added } = (await response.json()) as { added: number }
    if (added === 0) return
    after = last.id
  }
}

/** A page of the demo clubs' captured payments after one of them, with what was credited of each. */
async function selectCaptured(db: Reader, after: string): Promise<Captured[]> {
  const { rows } = await db.execute<Captured>(sql`
    select payments.id, payments.org_id as "orgId", json_build_object(
      'authorizationIdentifier', authorization_identifier, 'paymentIdentifier', payment_identifier, 'orderNumber', order_number,
      'amount', payments.amount, 'currency', payments.currency, 'capturedAt', coalesce(captured_at, payments.updated_at), 'credited', (
        select coalesce(sum(amount), 0) from refunds
        where payment_id = payments.id and cause = 'office' and status = 'done' and method = 'credit')) as paid
    from payments join organisations on organisations.id = payments.org_id
    where organisations.key = any(${sql.param(clubs.map(({ key }) => key))}::text[]) and payments.id > ${after}::uuid
      and payments.status = 'captured' and authorization_identifier is not null and not payments.test_mode
    order by payments.id limit ${PAGE}`)
  return rows
}
