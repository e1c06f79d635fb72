import { batched } from '#server/database/batch.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { paymentConfigurations, payments } from '#server/database/schema/index.ts'
import { and, desc, eq, inArray, sql } from '#server/database/sql.ts'

export type PaymentRow = typeof payments.$inferSelect
export type PaymentConfigurationRow = typeof paymentConfigurations.$inferSelect

/** The encryption purpose of gateway keys. */
export const KEY_PURPOSE = 'payment_configurations.key'

/** The gateway key of a configuration; it must only be sent to the gateway. */
export const keyOf = (secrets: Secrets, configuration: PaymentConfigurationRow): string =>
  secrets.decrypt(KEY_PURPOSE, configuration.keyEncrypted)

const active = prepared('payments.configuration', (db) =>
  db
    .select()
    .from(paymentConfigurations)
    .where(sql`org_id = ${sql.placeholder('orgId')} and enabled
      and provider = coalesce(${sql.placeholder('provider')}, provider) and id = coalesce(${sql.placeholder('id')}, id)`)
    .limit(1),
)

/** A club's active configuration, by provider or id if it has several. */
export async function selectOptionalConfiguration(
  db: Reader,
  orgId: string,
  { provider = null, id = null }: { provider?: string | null; id?: string | null } = {},
): Promise<PaymentConfigurationRow | null> {
  const [row] = await active(db).execute({ orgId, provider, id })
  return row ?? null
}

/** The configuration of an attempt, active or not: payments under way are settled in any case. */
export async function selectConfiguration(
  db: Reader,
  orgId: string,
  provider: string,
): Promise<PaymentConfigurationRow> {
  const [row] = await db
    .select()
    .from(paymentConfigurations)
    .where(and(eq(paymentConfigurations.orgId, orgId), eq(paymentConfigurations.provider, provider)))
    .prepare('payments.configuration-of-attempt')
    .execute()
  if (!row) throw new Error('Organisation has payments but no payment configuration')
  return row
}

/** Payment fields of the list of organisations. */
export async function selectPaymentFacts(db: Reader, orgIds: readonly string[]) {
  const rows = await db
    .select({
      orgId: paymentConfigurations.orgId,
      paymentProviderId: paymentConfigurations.id,
      paymentProvider: paymentConfigurations.provider,
      paymentTestMode: paymentConfigurations.testMode,
    })
    .from(paymentConfigurations)
    .where(
      and(
        eq(paymentConfigurations.enabled, true),
        sql`${paymentConfigurations.orgId} = any(${sql.param([...orgIds])}::uuid[])`,
      ),
    )
  return new Map(rows.map(({ orgId, ...facts }) => [orgId, facts]))
}

/** Whether the clubs are in test mode. */
export async function selectTestModes(db: Reader, orgIds: readonly string[]) {
  const rows = await db
    .select({ orgId: paymentConfigurations.orgId, testMode: paymentConfigurations.testMode })
    .from(paymentConfigurations)
    .where(and(eq(paymentConfigurations.enabled, true), inArray(paymentConfigurations.orgId, [...orgIds])))
  return new Map(rows.map(({ orgId, testMode }) => [orgId, { testMode }]))
}

const ofOrder = prepared('payments.of-order', (db) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.orderId, sql.placeholder('orderId')))
    .orderBy(desc(payments.createdAt), desc(payments.id)),
)

/** The attempts of an order, newest first. */
export const selectPayments = batched<PaymentRow[]>(
  async (db, orderIds) => {
    const rows = await selectPaymentsOf(db, orderIds)
    return (id) => rows.filter(({ orderId }) => orderId === id)
  },
  (db, orderId) => ofOrder(db).execute({ orderId }),
)

/** The attempts of several orders, newest first. */
export const selectPaymentsOf = (db: Reader, orderIds: readonly string[]): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(inArray(payments.orderId, [...orderIds]))
    .orderBy(desc(payments.createdAt), desc(payments.id))

export async function selectOptionalPayment(db: Reader, id: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id)).prepare('payments.by-id').execute()
  return row ?? null
}

/** The order's fields that an attempt copies; `total` in minor units. */
interface Payable {
  readonly id: string
  readonly orgId: string
  readonly number: string
  readonly total: number
  readonly currency: string
  readonly testMode: boolean
}

/** Inserts an attempt to pay the whole order. @param device the payer's, if there is one @returns its id */
export async function insertPayment(tx: Tx, order: Payable, device = '', id = newId()): Promise<string> {
  const { id: orderId, orgId, number: orderNumber, total: amount, currency, testMode } = order
  await tx
    .insert(payments)
    .values({ id, orderId, orgId, amount, currency, orderNumber, testMode, device })
    .prepare('payments.insert')
    .execute()
  return id
}
