import type { Download } from '#contract/endpoint.ts'
import type { LineKind } from '#contract/orders/orders.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import { clubMail, type MailDraft, type WhatsappMessage, whatsappNumber } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { formatList, formatMoney } from '#server/documents/format.ts'
import { drawReceipt, receiptOf } from '../documents/show-receipt.ts'
import { receiptTitle } from '../documents/line-words.ts'
import { kindsOf, leadingKind } from '../line-kinds.ts'
import { linesByCard, selectSeasons, withRenewals } from '../paid-term-queries.ts'
import { lineIn, presentLine } from '../present.ts'
import { type OrderLineRow, selectLines, selectOrder } from '../queries.ts'
import { addressOf, buyerLanguage, firstNameOf, linesOf, yearsOf } from './mail-parts.ts'

/** Files of what was bought, attached besides the receipt, and sentences about it. */
export type AttachmentsOf = (
  orderId: string,
  locale: Language,
) => Promise<{ readonly files: readonly Download[]; readonly sentences: readonly string[] }>

/** Kinds of which something is attached. */
const hasAttachments: Record<LineKind, boolean> = { membership: false, event: true }

/**
 * The confirmation of a paid order to its buyer (template 6 of the specification), with the receipt as a PDF, all
 * tickets in another, and a calendar file.
 */
export async function orderPaidMail(
  { db, publicUrl, attachmentsOf }: { db: Db; publicUrl: string; attachmentsOf: AttachmentsOf },
  { orderId, toAccount }: { orderId: string; toAccount?: true },
): Promise<MailDraft | null> {
  const order = await selectOrder(db, orderId)
  const to = await addressOf(db, order, toAccount)
  if (!to) return null
  const locale = await buyerLanguage(db, order)
  const [organisation, rows, receipt, seasons] = await Promise.all([
    selectOrganisation(db, order.orgId),
    selectLines(db, orderId),
    receiptOf(db, order, locale),
    selectSeasons(db, orderId),
  ])
  const lines = rows.map((line) => lineIn(line, locale))
  const attached = lines.some(({ kind }) => hasAttachments[kind]) ? await attachmentsOf(orderId, locale) : null
  const club = organisation.name
  const amount = formatMoney(order.total, order.currency, locale)
  const name = firstNameOf(order)
  const isByHand = order.origin === 'office'
  const words = paidWords({
    club,
    lines,
    locale,
    isFree: receipt === null,
    isByHand,
    renews: seasons.every((one) => one.renews),
    amount,
  })
  return clubMail(organisation, {
    to,
    locale,
    subject: words.subject,
    about: lines.map(({ memberName }) => memberName),
    heading: (receipt ? m.mail_order_paid_heading : m.mail_order_paid_heading_free)({ name }, { locale }),
    preview: words.preview,
    isTest: order.testMode,
    paragraphs: [
      ...words.paragraphs,
      ...(attached?.sentences ?? []),
      ...renewalWords(linesByCard(order, lines, seasons), locale),
    ],
    tables: [
      {
        rows: [
          ...linesOf(
            withRenewals(
              lines.map((line) => presentLine(line, order.currency, locale)),
              seasons,
            ),
            order.couponCode,
            locale,
          ),
          ...(order.total === 0
            ? []
            : [
                {
                  label: m.receipt_total({}, { locale }),
                  details: receipt ? [`${receiptTitle(receipt.lines, locale)} ${receipt.number}`] : [],
                  value: amount,
                  strong: true,
                },
              ]),
        ],
      },
    ],
    button: buttons[leadingKind(order.kinds)]({
      publicUrl,
      orgKey: organisation.key,
      lines,
      locale,
      isFree: receipt === null,
    }),
    why: (isByHand ? m.mail_why_by_hand : m.mail_why_purchase)({ club }, { locale }),
    attachments: [...(attached?.files ?? []), ...(receipt ? [await drawReceipt(db, receipt, locale)] : [])],
  })
}

/** The card's renewals next season, when they are announced, and how to stop them. */
const renewalWords = (lines: readonly OrderLineRow[], locale: Language): string[] =>
  lines.length === 0
    ? []
    : [
        m.order_renews_by_card(
          {
            what: formatList(
              lines.map(({ title, memberName }) => `${title} (${memberName})`),
              locale,
            ),
          },
          { locale },
        ),
      ]

interface Bought {
  readonly lines: readonly OrderLineRow[]
  readonly locale: Language
  readonly isFree: boolean
}

interface Linked extends Bought {
  readonly publicUrl: string
  readonly orgKey: string
}

/** The main button, by the leading kind. */
const buttons: Record<LineKind, (bought: Linked) => { label: string; url: string }> = {
  /** The receipt, if there is one. */
  membership({ publicUrl, lines, locale, isFree }) {
    const termId = lines[0]?.termId
    return !isFree && termId
      ? { label: m.mail_order_paid_button({}, { locale }), url: `${publicUrl}/membership/${termId}/receipt` }
      : { label: m.notification_action_memberships({}, { locale }), url: `${publicUrl}/memberships` }
  },
  event({ publicUrl, orgKey, lines, locale }) {
    const eventIds = new Set(lines.flatMap(({ eventId }) => eventId ?? []))
    const path = eventIds.size === 1 ? `/${encodeURIComponent(orgKey)}/events/${[...eventIds][0]!}/tickets` : '/tickets'
    return { label: m.mail_order_paid_button_tickets({ count: lines.length }, { locale }), url: publicUrl + path }
  },
}

interface Paid {
  readonly club: string
  readonly lines: readonly OrderLineRow[]
  readonly locale: Language
  /** Nothing to pay, no receipt. */
  readonly isFree: boolean
  /** Added by the club's office. */
  readonly isByHand?: boolean
  /** All of its memberships. */
  readonly renews?: boolean
  /** Formatted. */
  readonly amount: string
}

interface PaidWords {
  readonly subject: string
  readonly preview: string
  readonly paragraphs: string[]
}

/** The texts of the mail about a paid order, for its only kind or for a mixed one. */
export function paidWords(paid: Paid): PaidWords {
  const [kind, ...others] = kindsOf(paid.lines)
  return others.length > 0 ? mixedWords(paid) : wordsOf[kind!](paid)
}

const wordsOf: Record<LineKind, (paid: Paid) => PaidWords> = { membership: membershipWords, event: ticketWords }

function membershipWords({ club, lines, locale, isFree, renews = false, amount }: Paid) {
  const count = lines.length
  return {
    subject: (renews
      ? m.mail_order_renewed_subject
      : isFree
        ? m.mail_order_paid_subject_free
        : m.mail_order_paid_subject)({ club, year: yearsOf(lines), count }, { locale }),
    preview: isFree
      ? m.mail_order_paid_preview_free({ count }, { locale })
      : m.mail_order_paid_preview({ amount }, { locale }),
    paragraphs: [textOf({ isFree, renews })({ club, count }, { locale })],
  }
}

function textOf({ isFree, renews }: { isFree: boolean; renews: boolean }) {
  if (renews) return isFree ? m.mail_order_renewed_text_free : m.mail_order_renewed_text
  return isFree ? m.mail_order_paid_text_free : m.mail_order_paid_text
}

function ticketWords({ club, lines, locale, isFree, isByHand = false, amount }: Paid) {
  const [event, ...others] = new Set(lines.map(({ title }) => title))
  const count = lines.length
  const subject = count === 1 ? m.mail_tickets_subject_one : m.mail_tickets_subject
  return {
    subject:
      others.length > 0 ? m.mail_tickets_subject_events({ club }, { locale }) : subject({ event: event! }, { locale }),
    preview: isFree
      ? m.mail_tickets_preview_free({ count }, { locale })
      : m.mail_tickets_preview({ amount, count }, { locale }),
    paragraphs: [
      isByHand && isFree
        ? m.mail_tickets_text_by_hand({ club }, { locale })
        : (isFree ? m.mail_tickets_text_free : m.mail_tickets_text)({ club, count }, { locale }),
      (count === 1 ? m.mail_tickets_attached_one : m.mail_tickets_attached)({}, { locale }),
    ],
  }
}

function mixedWords({ club, lines, locale, isFree, amount }: Paid) {
  return {
    subject: m.mail_mixed_subject({ club }, { locale }),
    preview: isFree
      ? m.mail_tickets_preview_free({ count: lines.length }, { locale })
      : m.mail_tickets_preview({ amount, count: lines.length }, { locale }),
    paragraphs: [
      (isFree ? m.mail_mixed_text_free : m.mail_mixed_text)({ club }, { locale }),
      m.mail_tickets_attached({}, { locale }),
    ],
  }
}

/**
 * As registered with WhatsApp: {{1}} the buyer's first name, {{2}} the club, {{3}} the year (template 4 of the
 * specification).
 */
const TEMPLATE = 'membership_paid'

/** The confirmation of a paid order to its buyer's phone. */
export async function orderPaidWhatsapp(db: Db, { orderId }: { orderId: string }): Promise<WhatsappMessage> {
  const order = await selectOrder(db, orderId)
  const [organisation, lines, language] = await Promise.all([
    selectOrganisation(db, order.orgId),
    selectLines(db, orderId),
    buyerLanguage(db, order),
  ])
  const to = whatsappNumber(order.billing)
  if (!to) throw new Error('WhatsApp message for an order without a phone number')
  return {
    to,
    template: TEMPLATE,
    language,
    parameters: [firstNameOf(order), organisation.name, yearsOf(lines)],
  }
}
