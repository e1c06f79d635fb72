import type { MantineColor } from '@mantine/core'
import type { MessageTemplate } from '#contract/notifications/messages.ts'
import type { ClubNote } from '#contract/people/notes.ts'
import type { TimelineEntry, TimelineKind } from '#contract/people/timeline.ts'
import { officeStateWords } from '#web/features/conversations/words.ts'
import { membershipStates, termState } from '#web/features/memberships/words.ts'
import { orderStates } from '#web/features/orders/words.ts'
import { today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

export const noteKindWords = {
  note: m.person_kind_note,
  call: m.person_note_kind_call,
  meeting: m.person_note_kind_meeting,
  agreement: m.person_note_kind_agreement,
} satisfies Record<ClubNote['kind'], () => string>

export const kindWords = {
  membership: m.person_kind_membership,
  event: m.person_kind_event,
  order: m.person_kind_order,
  payment: m.person_kind_payment,
  refund: m.person_kind_refund,
  thread: m.person_kind_thread,
  message: m.person_kind_message,
  note: m.person_kind_note,
  history: m.person_kind_history,
} satisfies Record<TimelineKind, () => string>

const messageWords: Partial<Record<MessageTemplate, () => string>> = {
  'order-paid': m.person_message_receipt,
  'tickets-paid': m.person_message_tickets,
  'bought-for': m.person_message_bought_for,
  'given-back': m.person_message_refund,
  invoice: m.messages_template_invoice,
  'membership-renew': m.person_message_renew,
  'membership-offered': m.person_message_offered,
  'renewal-announced': m.person_message_announced,
  'renewal-card-expires': m.person_message_card_expires,
  'renewal-outgrown': m.person_message_outgrown,
  'renewal-failed': m.person_message_declined,
  'renewal-ended': m.person_message_renewal_ended,
  'season-grown': m.person_message_season_grown,
  'club-left': m.messages_template_club_left,
  'change-suggested': m.messages_template_change_suggested,
  'merge-asked': m.messages_template_merge_asked,
  invited: m.messages_template_invited,
  'contact-answered': m.person_message_answer,
  'event-cancelled': m.person_message_event_cancelled,
  'club-message': m.person_message_club_message,
  'member-message': m.messages_template_member_message,
  'event-moved': m.person_message_event_moved,
  'answers-due': m.messages_template_answers_due,
  'waiting-offer': m.messages_template_waiting_offer,
  'waiting-ended': m.messages_template_waiting_ended,
}

/** The title, where it is not a text of the club's. */
export function titleWords({ kind, title, name }: TimelineEntry): string | null {
  if (kind === 'order') return m.person_timeline_order({ number: title })
  if (kind === 'payment') return m.person_timeline_payment({ number: title })
  if (kind === 'refund') return m.person_timeline_refund({ number: title })
  if (kind === 'message') return (messageWords[name as MessageTemplate] ?? m.person_message_other)()
  return null
}

interface Badge {
  readonly label: string
  readonly color: MantineColor
}
const said = (label: () => string, color: MantineColor) => ({ label, color })

const states: Partial<Record<TimelineKind, Readonly<Record<string, { label: () => string; color: MantineColor }>>>> = {
  event: {
    held: said(m.person_state_reserved, 'coral'),
    paid: said(m.person_state_registered, 'teal'),
    cancelled: said(m.order_state_cancelled, 'gray'),
  },
  order: orderStates,
  payment: {
    captured: said(m.receipt_paid, 'teal'),
    declined: said(m.order_state_declined, 'coral'),
    unknown: said(m.person_state_checked, 'coral'),
    voided: said(m.order_state_cancelled, 'gray'),
  },
  refund: {
    waiting: said(m.club_payment_on_its_way, 'fjord'),
    requested: said(m.club_payment_on_its_way, 'fjord'),
    to_return: said(m.registrations_refund_by_hand, 'coral'),
    done: said(m.receipt_refunded, 'teal'),
    failed: said(m.club_payment_not_back, 'red'),
  },
  message: {
    waiting: said(m.person_state_waiting, 'fjord'),
    sending: said(m.person_state_waiting, 'fjord'),
    sent: said(m.person_state_sent, 'teal'),
    failed: said(m.person_state_failed, 'red'),
    unwanted: said(m.person_state_unwanted, 'gray'),
  },
  note: { due: said(m.person_state_due, 'coral'), done: said(m.person_state_done, 'teal') },
}

/** The state of an entry in a badge; null for none. */
export function stateBadge({ kind, state, days }: TimelineEntry): Badge | null {
  if (kind === 'thread') {
    const { label, tone } = officeStateWords(state as Parameters<typeof officeStateWords>[0])
    return { label, color: tone }
  }
  if (kind === 'membership' && days) {
    const { label, color } = membershipStates[termState({ status: state, ...days }, today())]
    return { label: label(), color }
  }
  const known = states[kind]?.[state]
  return known ? { label: known.label(), color: known.color } : null
}
