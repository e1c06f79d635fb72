import { type LocalText, textIn } from '#contract/local-text.ts'
import { moneyWords, sumWords } from '#contract/money-words.ts'
import { phoneWords } from '#contract/phone-words.ts'
import type { Language } from '#contract/values.ts'
import { formatDay, formatMomentIn } from '#server/documents/format.ts'
import { historySentence, wordOf } from '#server/domains/audit/index.ts'
import { billingLine, countryWords } from '#server/domains/orders/index.ts'
import * as m from '#words/messages.js'

export type Row = Readonly<Record<string, unknown>>

const amounts = new Set(['price', 'total', 'amount', 'refunded'])

type Words = Readonly<Record<string, typeof m.receipt_paid>>

const channels: Words = { mail: m.messages_channel_mail, whatsapp: m.messages_channel_whatsapp }
const orderStates: Words = {
  open: m.order_state_open,
  paid: m.receipt_paid,
  declined: m.order_state_declined,
  expired: m.order_state_expired,
  cancelled: m.order_state_cancelled,
  refunded: m.receipt_refunded,
}

/** Words of the values that are keys of ours. */
const words: Readonly<Record<string, Words>> = {
  'thread_messages.sender': { asker: m.family_table_you, club: m.history_thing_club },
  'notifications.type': {
    FAMILY_LINK_REQUEST: m.notification_kind_family,
    MEMBERSHIP_RENEW: m.notification_kind_membership,
    ORDER_READY: m.notification_kind_order,
    PAYMENT_RECEIVED: m.notification_kind_payment,
    EVENT_REGISTRATION: m.notification_kind_event,
    CONTACT_US: m.notification_kind_message,
    CONTACT_US_REPLY: m.notification_kind_reply,
  },
  'messages.channel': channels,
  'messages.status': {
    waiting: m.person_state_waiting,
    sending: m.person_state_waiting,
    sent: m.person_state_sent,
    failed: m.person_state_failed,
    unwanted: m.person_state_unwanted,
  },
  'calendar_feeds.kind': { person: m.feed_what_tickets, family: m.feed_family, club: m.feed_what_club },
  'message_preferences.channel': channels,
  'message_preferences.kind': {
    account: m.messages_kind_account,
    payments: m.messages_kind_payments,
    memberships: m.messages_kind_memberships,
    events: m.messages_kind_events,
    family: m.messages_kind_family,
    contact: m.messages_kind_contact,
  },
  'family_invitations.status': {
    pending: m.family_status_pending,
    approved: m.family_status_approved,
    rejected: m.family_status_rejected,
    ended: m.family_status_ended,
  },
  'delayed_actions.kind': {
    refund: m.person_kind_refund,
    answer: m.notification_kind_reply,
    move: m.messages_template_event_moved,
    invite: m.messages_template_invited,
    leave: m.leave_action,
    grant: m.bulk_grant,
    offer: m.messages_template_membership_offered,
    message: m.notification_kind_message,
    erase: m.own_data_erase_title,
  },
  'delayed_actions.state': {
    waiting: m.inbox_state_open,
    done: m.import_state_done,
    stopped: m.guests_messages_state_stopped,
    refused: m.order_state_declined,
  },
  'acts.name': {
    profile_changed: m.act_profile_changed,
    image_changed: m.act_image_changed,
    participant_added: m.act_participant_added,
    participant_archived: m.act_participant_archived,
    participant_restored: m.act_participant_restored,
    family_invited: m.act_family_invited,
    family_approved: m.act_family_approved,
    family_rejected: m.act_family_rejected,
    family_ended: m.act_family_ended,
    order_prepared: m.act_order_prepared,
    order_cancelled: m.act_order_cancelled,
    ticket_given_up: m.act_ticket_cancelled,
    impersonation_started: m.act_impersonation_started,
    impersonation_ended: m.act_impersonation_ended,
    changed: m.act_changed,
  },
  'status_changes.from_status': orderStates,
  'status_changes.to_status': orderStates,
  'threads.state': { open: m.thread_state_open, answered: m.thread_state_answered, closed: m.thread_state_closed },
  'coupon_redemptions.status': {
    held: m.person_state_reserved,
    used: m.codes_csv_used,
    released: m.mail_refunded_amount_void,
  },
  'waiting_wishes.status': {
    waiting: m.inbox_state_open,
    offered: m.messages_template_waiting_offer,
    taken: m.person_state_registered,
    declined: m.order_state_declined,
    ran_out: m.order_state_expired,
    left: m.membership_figures_left,
    removed: m.messages_template_waiting_ended,
    closed: m.thread_state_closed,
  },
  'event_entries.status': {
    held: m.person_state_reserved,
    paid: m.person_state_registered,
    released: m.mail_refunded_amount_void,
    cancelled: m.order_state_cancelled,
  },
  'refunds.status': {
    waiting: m.club_payment_on_its_way,
    requested: m.club_payment_on_its_way,
    done: m.receipt_refunded,
    failed: m.club_payment_not_back,
  },
  'payments.status': {
    created: m.order_state_open,
    linking: m.order_state_open,
    linked: m.order_state_open,
    authorising: m.basket_confirming,
    authorised: m.basket_confirming,
    capturing: m.basket_confirming,
    captured: m.receipt_paid,
    declined: m.order_state_declined,
    unknown: m.person_state_checked,
    voided: m.order_state_cancelled,
  },
  'order_lines.kind': { membership: m.notification_kind_membership, event: m.notification_kind_event },
  'orders.status': orderStates,
  'renewal_charges.status': {
    announced: m.messages_template_renewal_announced,
    failing: m.messages_template_renewal_failed,
    given_up: m.messages_template_renewal_ended,
    paid: m.receipt_paid,
  },
  'membership_terms.status': {
    held: m.term_unpaid,
    released: m.term_unpaid,
    cancelled: m.membership_cancelled,
    coming: m.term_coming,
    active: m.membership_active,
    ended: m.term_ended,
  },
  'attendance.state': { came: m.team_came, absent: m.team_absent, excused: m.team_excused },
  'club_notes.kind': {
    note: m.person_kind_note,
    call: m.person_note_kind_call,
    meeting: m.person_note_kind_meeting,
    agreement: m.person_note_kind_agreement,
  },
  'members.gender': {
    female: m.profile_gender_female,
    male: m.profile_gender_male,
    other: m.profile_gender_other,
  },
}

const languageNames: Readonly<Record<string, string>> = { da: 'Dansk', en: 'English' }
const deviceKinds: Words = {
  mobile: m.own_data_device_mobile,
  desktop: m.own_data_device_computer,
  other: m.history_value_other,
}

/** Rows of tables whose texts are in both languages, and of seasons, whose days say what they are. */
const readable: Readonly<Record<string, (row: Row, language: Language, day: string) => Row>> = {
  notifications: (row, language) => (language === 'da' && row['danish'] ? { ...row, ...row['danish'] } : row),
  order_lines: (row, language) => ({
    ...row,
    ...(row['title_texts'] ? { title: textIn(row['title_texts'] as LocalText, language) } : {}),
    ...(row['category_texts'] ? { category_name: textIn(row['category_texts'] as LocalText, language) } : {}),
  }),
  office_history: ({ name, label, ...row }, language) => ({
    ...row,
    name: historySentence({ name, label: label ?? '–' } as Parameters<typeof historySentence>[0], language),
  }),
  membership_terms: (row, _language, day) => ({
    ...row,
    ...(row['status'] === 'active' && String(row['start_date']) > day ? { status: 'coming' } : {}),
    ...(row['status'] === 'active' && String(row['end_date']) < day ? { status: 'ended' } : {}),
  }),
}

/** A row of a table as it is read. @param day on which it is read */
export const readableRow = (table: string, row: Row, language: Language, day: string): Row =>
  readable[table]?.(row, language, day) ?? row

export const isFilled = (value: unknown) => value !== null && value !== undefined && value !== ''

/** A value of a table as people write it. */
export function valueOf(
  table: string,
  column: string,
  row: Row,
  language: Language,
  clubs: ReadonlyMap<string, string>,
): string {
  const locale = { locale: language }
  const value = row[column]
  if (!isFilled(value)) return ''
  if (column === 'org_id') return clubs.get(value as string) ?? ''
  if (typeof value === 'boolean') return (value ? m.history_value_yes : m.history_value_no)({}, locale)
  if (amounts.has(column) && typeof value === 'number') {
    const { currency } = row
    return currency ? moneyWords({ minor: value, currency: currency as string }, language) : sumWords(value, language)
  }
  if (column === 'billing') {
    const billing = value as Parameters<typeof billingLine>[0]
    return [billing.name, billingLine(billing, language), billing.email, phoneWords(billing.phone)]
      .filter(isFilled)
      .join(', ')
  }
  if (column === 'roles')
    return capital((value as string[]).map((role) => wordOf(`office_role_${role}`, language) ?? role).join(', '))
  if (typeof value !== 'string') return JSON.stringify(value)
  const word = words[`${table}.${column}`]?.[value]
  if (word) return capital(word({}, locale))
  // One of an earlier version.
  if (table === 'acts' && column === 'name') return m.act_changed({}, locale)
  if (column === 'template') return wordOf(`messages_template_${value.replaceAll('-', '_')}`, language) ?? value
  if (column === 'language') return languageNames[value] ?? value
  if (column === 'country') return countryWords(value, language)
  if (column === 'phone') return phoneWords(value)
  if (column === 'device')
    return value
      .split(', ')
      .map((part) => deviceKinds[part]?.({}, locale) ?? part)
      .join(', ')
  // As printed on a card.
  if (column === 'expires') return value.replace(/^\d\d(\d\d)-(\d\d)$/, '$2/$1')
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value, language)
  if (/^\d{4}-\d\d-\d\dT\d\d:/.test(value))
    return formatMomentIn(
      value,
      (column === 'starts_at' && (row['time_zone'] as string)) || 'Europe/Copenhagen',
      language,
    )
  return value
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)
