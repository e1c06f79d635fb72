import type { ClubOrder, OrderLine } from '#contract/orders.ts'
import type { Money } from '#contract/values.ts'
import { intlLocale, today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { whenWords } from '../words.ts'

/**
 * Orders as a table for a spreadsheet, a row for each line: text in UTF-8 with the separator and the decimal sign that spreadsheets
 * of the reader's language expect. No cell is a formula, whatever a buyer called themselves.
 */
export function paymentsFile(orders: readonly ClubOrder[]): { blob: Blob; fileName: string } {
  const danish = intlLocale() === 'da-DK'
  const amount = ({ minor }: Money) => (minor / 100).toFixed(2).replace('.', danish ? ',' : '.')
  const head = [
    m.payments_file_paid(),
    m.receipt_number(),
    m.payments_file_order(),
    m.payments_file_buyer(),
    m.payments_file_email(),
    m.payments_file_what(),
    m.payments_file_for(),
    m.payments_file_when(),
    m.payments_file_vat(),
    m.payments_file_amount(),
    m.payments_file_given_back(),
    m.payments_file_currency(),
    m.club_payment_test(),
  ]
  const row = (order: ClubOrder, line: OrderLine) => [
    today(new Date(order.paidAt ?? order.createdAt)),
    text(order.receiptNumber ?? ''),
    text(order.number),
    text(order.buyer.name),
    text(order.buyer.email),
    text(line.title),
    text(line.memberName),
    text(whenWords(line)),
    amount(line.parts.vat),
    amount(line.parts.total),
    amount(line.refunded),
    line.parts.total.currency,
    order.testMode ? m.club_payment_test() : '',
  ]
  const rows = [head.map(text), ...orders.flatMap((order) => order.lines.map((line) => row(order, line)))]
  const separator = danish ? ';' : ','
  const lines = rows.map((cells) => cells.map(quoted).join(separator))
  return {
    // Excel takes a file for UTF-8 by its first mark only.
    blob: new Blob(['\uFEFF', lines.join('\r\n'), '\r\n'], { type: 'text/csv;charset=utf-8' }),
    fileName: m.payments_file_name(),
  }
}

/** What begins like a formula is computed by spreadsheets, unless something stands before it. */
const text = (words: string) => (/^[=+\-@\t\r]/.test(words) ? `'${words}` : words)

/** A spreadsheet of another language splits at another separator, and what follows it would begin a cell. */
const quoted = (cell: string) => (/[",;|\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
