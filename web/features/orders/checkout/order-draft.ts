import type { OrderState } from '#contract/orders/orders.ts'
import { draftKey, readValue, writeValue } from '#web/api/local-storage.ts'
import type { BuyValues } from './basket.ts'

/** The form of a purchase, saved in this browser for reloads, other tabs and other days. */
interface OrderDraft<Values> {
  /** The owner; the next person to sign in does not see it. */
  memberId: string | null
  values: Values | null
  keptAt: number
  /** By club: the last selection sent, with its client token. */
  sent: Record<string, { selection: string; token: string }>
}

const lifetime = 7 * 24 * 60 * 60 * 1000

const emptyDraft = { memberId: null, values: null, keptAt: 0, sent: {} }

const isText = (value: unknown) => typeof value === 'string'

/** The form validates `values` itself. */
function isDraft(value: unknown): value is OrderDraft<unknown> {
  const { memberId, values, keptAt, sent } = (value ?? {}) as Partial<OrderDraft<unknown>>
  return (
    (memberId === null || isText(memberId)) &&
    typeof values === 'object' &&
    typeof keptAt === 'number' &&
    typeof sent === 'object' &&
    Object.values(sent).every(
      (one: { selection?: unknown; token?: unknown } | null) => isText(one?.selection) && isText(one?.token),
    )
  )
}

export const readDraft = <Values>(): OrderDraft<Values> =>
  (readValue('browser', draftKey, isDraft) as OrderDraft<Values> | null) ?? emptyDraft

/** The member's draft. Discards another member's and expired ones. */
export function openDraft<Values>(memberId: string, now = Date.now()): OrderDraft<Values> {
  const draft = readDraft<Values>()
  if (draft.memberId === memberId && now - draft.keptAt < lifetime) return draft
  forgetDraft()
  saveDraft({ memberId }, now)
  return { ...emptyDraft, memberId, keptAt: now }
}

export function saveDraft<Values>(change: Partial<OrderDraft<Values>>, now = Date.now()): void {
  writeValue('browser', draftKey, { ...readDraft<Values>(), ...change, keptAt: now })
}

export const forgetDraft = () => void writeValue('browser', draftKey, null)

interface StoredForm {
  form?: BuyValues
}

/** Removes paid memberships from the draft; the rest waits for its own payment. */
export function removePaidLines(order: Pick<NonNullable<OrderState['own']>, 'orgId' | 'lines'>): void {
  const { orgId } = order
  const lines = order.lines.filter(({ kind }) => kind === 'membership')
  if (lines.length === 0) return
  const { values, sent, keptAt } = readDraft<StoredForm>()
  const remaining = (values?.form?.rows ?? []).filter(
    (row) => row.orgId !== orgId || !lines.some(({ memberId }) => memberId === row.memberId),
  )
  if (!values?.form || remaining.every(({ membershipConfId }) => membershipConfId === '')) return forgetDraft()
  const { [orgId]: paid, ...others } = sent
  saveDraft<StoredForm>(
    { values: { ...values, form: { ...values.form, rows: remaining } }, ...(paid && { sent: others }) },
    keptAt,
  )
}
