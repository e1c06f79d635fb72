import type { TakenBy } from '#contract/orders/answers.ts'
import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { payments } from '#server/database/schema/index.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import type { PaymentRow } from './queries.ts'
import { takenAtOnce } from './payment-state.ts'

/** Money that a club took itself. */
export interface Taken {
  readonly method: TakenBy
  /** The day on which the club got it. */
  readonly receivedOn: string
  readonly reference: string
}

/** Whether a payment was taken by the club itself: no gateway knows of it. */
export const isByHand = ({ provider }: Pick<PaymentRow, 'provider'>): boolean => provider === 'manual'

/** In a query: whether the club took the money of an order itself. */
export const takenByHand = (orderId: SQL): SQL => sql`exists (
  select from payments taken where taken.order_id = ${orderId} and taken.provider = 'manual' and taken.status = 'captured')`

type Payable = Pick<PaymentRow, 'orderId' | 'orgId' | 'orderNumber' | 'amount' | 'currency' | 'testMode'>

/**
 * Records money that a club took itself for a whole order, which is locked. `payments_one_capture` lets no other payment of it be captured.
 */
export const insertTakenPayment = (tx: Tx, order: Payable, taken: Taken, recordedBy: string) =>
  tx.insert(payments).values({
    ...order,
    ...taken,
    id: newId(),
    provider: 'manual',
    recordedBy,
    ...takenAtOnce,
    capturedAt: sql`portal_now()`,
  })
