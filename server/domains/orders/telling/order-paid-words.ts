import type { Language } from '#contract/values.ts'
import * as m from '#words/messages.js'
import type { OrderLineRow } from '../queries.ts'
import { yearsOf } from './order-message-words.ts'

interface Paid {
  readonly club: string
  readonly lines: readonly OrderLineRow[]
  readonly locale: Language
  /** Nothing to pay, no receipt. */
  readonly isFree: boolean
  /** As people read it. */
  readonly amount: string
}

/** What the mail about a paid order says: of memberships, of tickets, or of both. */
export function paidWords(paid: Paid): { subject: string; preview: string; paragraphs: string[] } {
  const tickets = paid.lines.filter(({ kind }) => kind === 'event')
  if (tickets.length === 0) return membershipWords(paid)
  return tickets.length === paid.lines.length ? ticketWords(paid) : mixedWords(paid)
}

function membershipWords({ club, lines, locale, isFree, amount }: Paid) {
  const count = lines.length
  return {
    subject: (isFree ? m.mail_order_paid_subject_free : m.mail_order_paid_subject)(
      { club, year: yearsOf(lines), count },
      { locale },
    ),
    preview: isFree
      ? m.mail_order_paid_preview_free({ count }, { locale })
      : m.mail_order_paid_preview({ amount }, { locale }),
    paragraphs: [(isFree ? m.mail_order_paid_text_free : m.mail_order_paid_text)({ club, count }, { locale })],
  }
}

function ticketWords({ club, lines, locale, isFree, amount }: Paid) {
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
      (isFree ? m.mail_tickets_text_free : m.mail_tickets_text)({ club, count }, { locale }),
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
