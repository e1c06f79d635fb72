import { textsIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import type { Refund, LineKind, LineParts, OrderLine } from '#contract/orders/orders.ts'
import type { RefundWithNote } from '#server/domains/payments/index.ts'
import type { OrderLineRow, ReceiptRow } from './queries.ts'

/** A line as its reader's language calls it. */
export function lineIn<
  L extends Pick<
    OrderLineRow,
    'title' | 'titleTexts' | 'categoryName' | 'categoryTexts' | 'replacesTrial' | 'replacesTexts'
  >,
>(line: L, language: Language): L & { readonly danish?: readonly string[] } {
  const { title, categoryName, replacesTrial, ...danish } = textsIn(
    {
      title: line.titleTexts ?? { da: line.title },
      categoryName: line.categoryTexts ?? { da: line.categoryName ?? '' },
      replacesTrial: line.replacesTexts ?? { da: line.replacesTrial ?? '' },
    },
    language,
  )
  return {
    ...line,
    title,
    categoryName: line.categoryName && categoryName,
    replacesTrial: line.replacesTrial && replacesTrial,
    ...danish,
  }
}

export function presentLine(row: OrderLineRow, currency: string, language: Language): OrderLine {
  const line = lineIn(row, language)
  return {
    id: line.id,
    kind: line.kind,
    memberId: line.memberId,
    memberName: line.memberName,
    title: line.title,
    ...(line.danish && { danish: [...line.danish] }),
    startDate: line.startDate,
    endDate: line.endDate,
    parts: partsOfLine(line, currency),
    ...factsOf[line.kind](line),
    refunded: { minor: line.refunded, currency },
    replacesTrial: line.replacesTrial,
  }
}

type FactsOfKind = Pick<OrderLine, 'membershipId' | 'termId' | 'event'>

/** Fields that only lines of one kind have; the table's constraints guarantee them. */
const factsOf: Record<LineKind, (line: OrderLineRow & { readonly danish?: readonly string[] }) => FactsOfKind> = {
  membership: ({ membershipId, termId }) => ({ membershipId, termId, event: null }),
  event: (line) => ({
    membershipId: null,
    termId: null,
    event: {
      eventId: line.eventId!,
      entryId: line.entryId!,
      category: line.category!,
      categoryName: line.categoryName!,
      ...(line.danish && { danish: [...line.danish] }),
      startsAt: line.startsAt!.toISOString(),
      timeZone: line.timeZone!,
      priceKind: line.priceKind,
    },
  }),
}

type Amounts = Pick<OrderLineRow, 'price' | 'vatRate' | 'vat' | 'surcharge' | 'discount' | 'total'>

export function partsOfLine(line: Amounts, currency: string): LineParts {
  const money = (minor: number) => ({ minor, currency })
  return {
    price: money(line.price),
    vatRate: line.vatRate,
    vat: money(line.vat),
    surcharge: money(line.surcharge),
    discount: money(line.discount),
    total: money(line.total),
  }
}

/** `2026-00042`; receipts of test orders have their own series and say so. */
export const receiptLabel = ({ year, number, testMode }: Pick<ReceiptRow, 'year' | 'number' | 'testMode'>): string =>
  `${testMode ? 'TEST-' : ''}${year}-${String(number).padStart(5, '0')}`

export const presentRefund = ({ refund, creditNote, lineIds }: RefundWithNote): Refund => ({
  id: refund.id,
  amount: { minor: refund.amount, currency: refund.currency },
  cause: refund.cause,
  lineIds,
  method: refund.method,
  status: refund.status,
  doneAt: refund.doneAt?.toISOString() ?? null,
  ...(refund.authorizationIdentifier === null && { byHand: { returnedAt: refund.returnedAt?.toISOString() ?? null } }),
  creditNoteNumber: creditNote && receiptLabel(creditNote),
})
