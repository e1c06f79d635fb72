import type { LineKind } from '#contract/orders/orders.ts'
import { type LocalText, textIn } from '#contract/local-text.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { Language } from '#contract/values.ts'
import { clubMail, type MailDraft } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import { type RefundRow, selectOptionalRefund } from '#server/domains/payments/index.ts'
import * as m from '#words/messages.js'
import { formatMoney } from '#server/documents/format.ts'
import { creditNoteOf, drawCreditNote } from '../documents/show-credit-note.ts'
import { firstKind } from '../line-kinds.ts'
import { selectOrder } from '../queries.ts'
import { addressOf, buyerLanguage, linesOf } from './mail-parts.ts'
import { isRefundedBy, nextStepOf, refundCause } from './refund-words.ts'

/** Where each kind is shown. */
const wordsOf: Record<LineKind, { button: typeof m.mail_refunded_button_tickets; path: string }> = {
  membership: { button: m.notification_action_memberships, path: '/memberships' },
  event: { button: m.mail_refunded_button_tickets, path: '/tickets' },
}

/** Money that the club took itself has yet to go back when this mail is sent. */
const wordsOfRefund = {
  credit: {
    subject: m.mail_refunded_subject_credit,
    heading: m.mail_refunded_heading_credit,
    given: m.mail_refunded_amount_credit,
    how: m.refunded_credit,
  },
  void: {
    subject: m.mail_refunded_subject_void,
    heading: m.mail_refunded_heading_void,
    given: m.mail_refunded_amount_void,
    how: m.refunded_void,
  },
  by_hand: {
    subject: m.mail_refunded_subject_by_hand,
    heading: m.mail_refunded_heading_by_hand,
    given: m.mail_refunded_amount_by_hand,
    how: m.refunded_by_hand,
  },
}

/** Mails the buyer why a payment was refunded and what to do next; with the credit note if money had been captured. */
export async function refundMail(
  db: Db,
  publicUrl: string,
  { refundId, toAccount }: { refundId: string; toAccount?: true },
): Promise<MailDraft | null> {
  const refund = await selectOptionalRefund(db, refundId)
  if (!refund) throw new Error('Refund not found')
  const order = await selectOrder(db, refund.orderId)
  const to = await addressOf(db, order, toAccount)
  if (!to) return null
  const locale = await buyerLanguage(db, order)
  const [organisation, note] = await Promise.all([
    selectOrganisation(db, order.orgId),
    creditNoteOf(db, order, refundId, locale),
  ])
  const club = organisation.name
  const credit = refund.method === 'credit'
  const isByHand = refund.authorizationIdentifier === null
  const amount = formatMoney(refund.amount, refund.currency, locale)
  const cancelled = await selectCancelledEvents(db, order.id, refundId)
  const testsOver = isOfEndedTests(refund, organisation)
  const about = testsOver ? m.mail_tests_over_subject({ club }, { locale }) : cancelledSubject(cancelled, locale)
  const { subject, heading, given, how } = wordsOfRefund[isByHand ? 'by_hand' : credit ? 'credit' : 'void']
  const cause = testsOver
    ? m.refunded_test_over({}, { locale })
    : cancelled.length === 0
      ? (await refundCause(db, refund, { buyerId: order.buyerId, club }))(locale)
      : cancelled
          .map(({ title }) => m.mail_refunded_event_cancelled({ event: textIn(title, locale) }, { locale }))
          .join(' ')
  // Guests who were notified of the cancellation have the club's text already.
  const cancelTexts = cancelled.flatMap(({ texts, isNotified }) =>
    texts && !isNotified ? [textIn(texts, locale)] : [],
  )
  const shown = wordsOf[firstKind(order.kinds)]
  return clubMail(organisation, {
    to,
    locale,
    subject: about ?? subject({ club, amount }, { locale }),
    about: note?.lines.map(({ memberName }) => memberName) ?? [],
    heading: about ?? heading({ amount }, { locale }),
    isTest: order.testMode,
    paragraphs: [
      cause,
      ...(about && !testsOver ? [heading({ amount }, { locale }) + '.'] : []),
      // Nothing was captured in a test, as the notice says.
      ...(order.testMode ? [] : [how({ club }, { locale })]),
      ...(note ? [m.mail_refunded_attached({}, { locale })] : []),
      nextStepOf(refund, order)({}, { locale }),
    ],
    quotes: cancelTexts,
    tables: [
      {
        rows: [
          ...(note ? linesOf(note.lines, note.coupon, locale) : []),
          {
            label: given({}, { locale }),
            // In the value column these numbers would leave no room for the lines above.
            details: [
              `${m.receipt_order_number({}, { locale })} ${order.number}`,
              ...(note ? [`${m.credit_note_title({}, { locale })} ${note.number}`] : []),
            ],
            value: amount,
            strong: true,
          },
        ],
      },
    ],
    button: { label: shown.button({}, { locale }), url: publicUrl + shown.path },
    why: m.mail_why_purchase({ club }, { locale }),
    attachments: note ? [await drawCreditNote(db, note, locale)] : [],
  })
}

/** The order was a test that ended because the club went live. */
export const isOfEndedTests = (
  { cause, testMode }: Pick<RefundRow, 'cause' | 'testMode'>,
  { liveAt }: { readonly liveAt: Date | null },
): boolean => cause === 'test_over' || (testMode && liveAt !== null)

/** The subject of a refund for a cancelled event: the event, or the money alone once its guests were notified; null: another cause. */
export function cancelledSubject(cancelled: readonly CancelledEvent[], locale: Language): string | null {
  const [first] = cancelled
  if (!first) return null
  const event = textIn(first.title, locale)
  return first.isNotified
    ? m.mail_refund_of_event_subject({ event }, { locale })
    : m.mail_event_cancelled_subject({ event }, { locale })
}

interface CancelledEvent extends Record<string, unknown> {
  readonly title: LocalText
  readonly texts: LocalText | null
  /** The order's guests were notified of the cancellation before the refund. */
  readonly isNotified: boolean
}

/** The cancelled events of a refund's lines, with the club's message about each; of all lines if the payment was not kept. */
export async function selectCancelledEvents(db: Reader, orderId: string, refundId: string): Promise<CancelledEvent[]> {
  const { rows } = await db.execute<CancelledEvent>(sql`
    select title_texts as title, cancel_texts as texts, exists (
      select from event_runs runs join event_run_items items on items.run_id = runs.id
      where runs.event_id = events.id and items.order_id = ${orderId} and told_at is not null) as "isNotified"
    from events where status = 'cancelled' and id in (
      select event_id from order_lines lines where order_id = ${orderId} and ${isRefundedBy(refundId)}
    ) order by id`)
  return rows
}
