import type { LineKind } from '#contract/order-answers.ts'
import type { Db } from '#server/database/db.ts'
import { selectOptionalMember } from '#server/domains/members/index.ts'
import * as m from '#words/messages.js'
import type { OrderRow } from '../queries.ts'

/** What the buyer chose in their profile, else the language in which they bought. */
export async function languageOf(db: Db, { buyerId, language }: Pick<OrderRow, 'buyerId' | 'language'>) {
  return (await selectOptionalMember(db, buyerId))?.language ?? language
}

export const firstNameOf = ({ billing }: Pick<OrderRow, 'billing'>): string => billing.name.split(' ')[0] ?? ''

/** Every mail of a test order says that it is one, in its subject and above its text. */
export const testPrefix = ({ testMode }: OrderRow, locale: OrderRow['language']): string =>
  testMode ? `${m.order_test_mode({}, { locale })} – ` : ''
export const testNotice = ({ testMode }: OrderRow, locale: OrderRow['language']) =>
  testMode ? { notice: m.order_test_mode_explained({}, { locale }) } : {}

/** `2026`, or `2026 & 2027` when the seasons among the lines are of several years. */
export const yearsOf = (lines: readonly { kind: LineKind; startDate: string | null }[]): string =>
  [...new Set(lines.map((line) => (line.kind === 'membership' ? line.startDate?.slice(0, 4) : null)))]
    .filter(Boolean)
    .join(' & ')
