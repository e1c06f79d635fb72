import * as z from 'zod/mini'
import type { OrderState } from '#contract/orders/orders.ts'
import { defineDraft, WEEK } from '#web/forms/drafts.ts'
import { BuyValues } from './basket.ts'

/** The request in the URL. */
export const PurchaseRequest = z.object({
  /** If it is not the buyer. */
  memberId: z.optional(z.string()),
  orgId: z.optional(z.string()),
  membershipConfId: z.optional(z.string()),
  /** Rows of a whole basket. */
  rows: z.optional(BuyValues.shape.rows),
  /** Another card is given for what renews automatically already: the box is ticked. */
  autoRenewal: z.optional(z.boolean()),
})
export type PurchaseRequest = z.infer<typeof PurchaseRequest>

/** The form of a purchase, saved in this browser for reloads, other tabs and other days. */
const BasketDraft = z.object({
  values: z.nullable(z.object({ wanted: PurchaseRequest, form: BuyValues })),
  /** When it was changed, and with it consented, in epoch milliseconds. */
  changedAt: z.number(),
  /** By club: the last selection sent, with its client token. */
  sent: z.record(z.string(), z.object({ selection: z.string(), token: z.string() })),
})
type BasketDraft = z.infer<typeof BasketDraft>

const drafts = defineDraft({
  key: 'order-draft',
  schema: BasketDraft,
  lifetime: WEEK,
  // Versions before stored the one draft without a place.
  upgrade: (stored) => ('keptAt' in stored ? { basket: { ...stored, changedAt: stored['keptAt'] } } : stored),
})

export const openBasket = (memberId: string, now = Date.now()): BasketDraft =>
  drafts.load('basket', memberId, now) ?? { values: null, changedAt: now, sent: {} }

export const saveBasket = (memberId: string, change: Partial<BasketDraft>, now = Date.now()): void =>
  drafts.save('basket', { ...openBasket(memberId, now), changedAt: now, ...change }, memberId, now)

/** Storage for the last selection sent to a club, with its client token. */
export const sentToClub = (memberId: string, orgId: string) => ({
  read: () => openBasket(memberId).sent[orgId],
  save: (sent: BasketDraft['sent'][string]) =>
    saveBasket(memberId, { sent: { ...openBasket(memberId).sent, [orgId]: sent } }),
})

/** Removes paid memberships from the draft; the rest waits for its own payment. */
export function removePaidLines(
  memberId: string,
  { orgId, lines }: Pick<NonNullable<OrderState['own']>, 'orgId' | 'lines'>,
): void {
  const paid = lines.filter(({ kind }) => kind === 'membership')
  if (paid.length === 0) return
  const { values, sent, changedAt } = openBasket(memberId)
  const rows = (values?.form.rows ?? []).filter(
    (row) => row.orgId !== orgId || !paid.some((line) => line.memberId === row.memberId),
  )
  if (!values || rows.every(({ membershipConfId }) => membershipConfId === '')) return drafts.clear('basket', memberId)
  const { [orgId]: _, ...others } = sent
  saveBasket(memberId, { values: { ...values, form: { ...values.form, rows } }, sent: others, changedAt })
}
