import { textIn, type LocalText } from '#contract/local-text.ts'
import type { LineKind } from '#contract/orders/orders.ts'
import type { Language } from '#contract/values.ts'
import type { Reader } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { formatList } from '#server/documents/format.ts'
import type { RefundRow } from '#server/domains/payments/index.ts'
import * as m from '#words/messages.js'
import type { OrderRow } from '../queries.ts'
import { isByPerson } from '../end-causes.ts'

/** Why a payment was not kept. */
export const causeWords = {
  differs: m.refunded_differs,
  paid_otherwise: m.refunded_paid_otherwise,
  authorised_twice: m.refunded_authorised_twice,
  places_taken: m.refunded_places_taken,
  capture_refused: m.refunded_capture_refused,
  lapsed: m.refunded_lapsed,
  test_over: m.refunded_test_over,
  office: m.refunded_office,
} satisfies Record<RefundRow['cause'], unknown>

/** Why a payment was refunded: it was not kept, or somebody ended what it bought. @param about the buyer, and the club's name */
export async function refundCause(
  db: Reader,
  { id, cause }: Pick<RefundRow, 'id' | 'cause'>,
  about: { readonly buyerId: string; readonly club: string },
): Promise<(locale: Language) => string> {
  if (cause !== 'office') return (locale) => causeWords[cause]({}, { locale })
  const lines = await selectRefundedLines(db, id)
  return (locale) => endedWords(lines, about, locale)
}

interface RefundedLine extends Record<string, unknown> {
  readonly kind: LineKind
  readonly name: string
  readonly title: LocalText
  readonly cause: string | null
  readonly actorId: string | null
  readonly actorName: string | null
}

/** The lines of a refund with who ended what they bought. */
async function selectRefundedLines(db: Reader, refundId: string): Promise<RefundedLine[]> {
  const { rows } = await db.execute<RefundedLine>(sql`
    select lines.kind, member_name as name, coalesce(title_texts, jsonb_build_object('da', title)) as title,
      portal_end_cause(changes.cause) as cause, actor.id as "actorId", ${fullNameOf('actor')} as "actorName"
    from refund_lines join order_lines lines on lines.id = refund_lines.line_id
    left join status_changes changes on changes.thing in ('event_entries', 'membership_terms')
      and changes.thing_id = coalesce(lines.entry_id, lines.term_id) and changes.to_status = 'cancelled'
    left join members actor on actor.id = changes.actor_id
    where refund_id = ${refundId} order by lines.position`)
  return rows
}

/** Of `lines`, those that a refund is about: its own, or all of the order if the payment was not kept. */
export const isRefundedBy = (refundId: string): SQL => sql`(
  exists (select from refund_lines where refund_id = ${refundId} and line_id = lines.id)
  or not exists (select from refund_lines where refund_id = ${refundId}))`

/** Whom a refund is about, by their ids. */
export async function selectRefundedPeople(
  db: Reader,
  { id, orderId }: Pick<RefundRow, 'id' | 'orderId'>,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct member_id as id from order_lines lines where order_id = ${orderId} and ${isRefundedBy(id)}`)
  return rows.map((row) => row.id)
}

const whatWords = { membership: m.refund_what_membership, event: m.refund_what_ticket } satisfies Record<
  LineKind,
  unknown
>

/** "You cancelled the ticket for Alma to the regatta." All lines of a refund ended together. */
function endedWords(
  lines: readonly RefundedLine[],
  { buyerId, club }: { readonly buyerId: string; readonly club: string },
  locale: Language,
): string {
  const say = { locale }
  const what = formatList(
    lines.map(({ kind, name, title }) => whatWords[kind]({ name, title: textIn(title, locale) }, say)),
    locale,
  )
  const [first] = lines
  if (!first || !isByPerson(first.cause)) return m.refund_by({ name: club, what }, say)
  return first.actorId === buyerId
    ? m.refund_by_you({ what }, say)
    : m.refund_by({ name: first.actorName ?? '', what }, say)
}

/** The buyer's next step after a payment that was not kept, by the order's status. */
const nextStepWords = {
  open: m.refunded_next_open,
  declined: m.refunded_next_open,
  paid: m.refunded_next_paid,
  refunded: m.refunded_next_paid,
  expired: m.refunded_next_ended,
  cancelled: m.refunded_next_ended,
} satisfies Record<OrderRow['status'], unknown>

/** The meaning of a refund for the buyer: a payment that was not kept, or a purchase refunded in part or in full. */
export function nextStepOf(
  { cause, authorizationIdentifier }: Pick<RefundRow, 'cause' | 'authorizationIdentifier'>,
  { status }: Pick<OrderRow, 'status'>,
) {
  if (cause !== 'office') return nextStepWords[status]
  // The club has yet to return what it took itself.
  if (authorizationIdentifier === null) return status === 'refunded' ? m.cancelled_next_whole : m.cancelled_next_part
  return status === 'refunded' ? m.refunded_next_whole : m.refunded_next_part
}
