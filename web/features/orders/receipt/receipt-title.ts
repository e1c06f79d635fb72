import type { OrderLine } from '#contract/orders.ts'
import { m } from '#words/messages.js'

/** What a receipt with tickets is for. Null: memberships alone, whose page has the title that is specified. */
export function receiptTitle(lines: readonly Pick<OrderLine, 'kind'>[]): string | null {
  const tickets = lines.filter(({ kind }) => kind === 'event').length
  if (tickets === 0) return null
  return tickets === lines.length ? m.receipt_title_tickets({ count: tickets }) : m.receipt_title_both()
}
