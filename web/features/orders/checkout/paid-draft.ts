import type { OrderState } from '#contract/orders.ts'
import type { BuyValues } from './buy-values.ts'
import { forgetDraft, keepDraft, readDraft } from './order-draft.ts'

interface Kept {
  form?: BuyValues
}

/** Takes what was paid out of the basket that this browser keeps; what is left waits for its own payment. */
export function takePaidOut(order: Pick<NonNullable<OrderState['own']>, 'orgId' | 'lines'>): void {
  const { orgId } = order
  const lines = order.lines.filter(({ kind }) => kind === 'membership')
  if (lines.length === 0) return
  const { values, sent, keptAt } = readDraft<Kept>()
  const left = (values?.form?.rows ?? []).filter(
    (row) => row.orgId !== orgId || !lines.some(({ memberId }) => memberId === row.memberId),
  )
  if (!values?.form || left.every(({ membershipConfId }) => membershipConfId === '')) return forgetDraft()
  const { [orgId]: paid, ...others } = sent
  keepDraft<Kept>(
    { values: { ...values, form: { ...values.form, rows: left } }, ...(paid && { sent: others }) },
    keptAt,
  )
}
