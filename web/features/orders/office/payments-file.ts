import type { ClubOrder, OrderLine } from '#contract/orders.ts'
import type { Money } from '#contract/values.ts'
import { intlLocale, today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { whenWords } from '../words.ts'

/** Orders as CSV, one row per line, in the format that spreadsheets in the user's language expect. */
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
    // Excel only detects UTF-8 by a byte order mark.
    blob: new Blob(['\uFEFF', lines.join('\r\n'), '\r\n'], { type: 'text/csv;charset=utf-8' }),
    fileName: m.payments_file_name(),
  }
}

/** Spreadsheets would run text that starts like a formula. */
const text = (words: string) => (/^[=+\-@\t\r]/.test(words) ? `'${words}` : words)

/** Quotes every possible separator, because a spreadsheet in another language splits at another one. */
const quoted = (cell: string) => (/[",;|\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
