import { textIn } from '#contract/local-text.ts'
import type { ClubMember, MemberColumn } from '#contract/memberships/club-members.ts'
import type { OwedOrder } from '#contract/orders/by-hand.ts'
import type { AnswerValue, Question } from '#contract/events/questions.ts'
import type { Registration, RegistrationSort } from '#contract/events/registrations.ts'
import type { Language } from '#contract/values.ts'
import { fullName } from '#contract/members/full-name.ts'
import { copenhagenDate, localClockText } from '#server/database/clock.ts'
import type { Reader } from '#server/database/db.ts'
import {
  findEvent,
  type MadeCode,
  readCodes,
  answerIn,
  readPlainQuestions,
  readRegistrations,
  type WhichRegistrations,
} from '#server/domains/events/index.ts'
import { type Contact, selectContacts } from '#server/domains/members/index.ts'
import { readClubMembers, type WhichMembers } from '#server/domains/memberships/index.ts'
import {
  historySentence,
  type HistorySight,
  type KeptEntry,
  readHistory,
  type WhichHistory,
  writtenFields,
} from '#server/domains/audit/index.ts'
import {
  countryWords,
  type PaymentRow,
  readOwed,
  readPaymentRows,
  selectBuyerEmails,
  type WhichOwed,
  type WhichPayments,
} from '#server/domains/orders/index.ts'
import type { FieldColumn } from '#server/domains/people/index.ts'
import * as m from '#words/messages.js'
import type { ExportColumn } from './write-file.ts'

interface Part<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly next: string | null
}

export interface ExportedList<Query, Row> {
  readonly fileName: (language: Language) => string
  /** Of what the list is, for the file's name: one event, one discount code. */
  readonly of?: (db: Reader, orgId: string, query: Query, language: Language) => Promise<string>
  /** @param rows those of the file: columns may depend on them */
  readonly columns: (language: Language, query: Query, rows?: readonly Row[]) => readonly ExportColumn<Row>[]
  readonly read: (
    db: Reader,
    orgId: string,
    query: Query,
    page: { readonly after?: string | undefined; readonly limit: number },
    language: Language,
  ) => Promise<Part<Row>>
}

/** In the words of the list (`membershipStates` of the web app). */
const statuses = {
  active: m.membership_active,
  grace: m.membership_grace,
  expired: m.membership_expired,
  inactive: m.term_coming,
  cancelled: m.membership_cancelled,
  none: m.club_members_status_none,
}

const sources = {
  joined: m.club_members_source_joined,
  bought: m.club_members_source_bought,
  imported: m.club_members_source_imported,
  added: m.club_members_source_added,
  asked: m.club_members_source_asked,
}

const genders = { female: m.profile_gender_female, male: m.profile_gender_male, other: m.profile_gender_other }

type ExportedMember = ClubMember & Omit<Contact, 'email' | 'phone'>

/** An export that the version before began has only labels. */
type OwnField = Pick<FieldColumn, 'id' | 'label'> & Partial<FieldColumn>

interface MembersQuery extends WhichMembers {
  /** All of them when left out. */
  readonly columns?: readonly MemberColumn[]
  /** The club's own fields at that time. */
  readonly ownFields?: readonly OwnField[]
}

/** A club's register, with everything that its list can show, and what a letter needs. */
const members: ExportedList<MembersQuery, ExportedMember> = {
  fileName: (locale) => m.export_members_file({}, { locale }),
  columns: (locale, { columns, ownFields = [] }) => {
    const word = (message: typeof m.club_members_name) => message({}, { locale })
    const all: Readonly<Record<string, ExportColumn<ExportedMember>>> = {
      gender: {
        title: word(m.profile_gender),
        kind: 'text',
        value: ({ gender }) => (gender ? word(genders[gender]) : ''),
      },
      born: { title: word(m.club_members_birth_date), kind: 'date', value: ({ dateOfBirth }) => dateOfBirth },
      age: { title: word(m.club_members_age), kind: 'number', value: ({ age }) => age },
      status: { title: word(m.club_members_status), kind: 'text', value: ({ status }) => word(statuses[status]) },
      statusUntil: { title: word(m.club_members_until), kind: 'date', value: ({ statusUntil }) => statusUntil },
      membership: {
        title: word(m.club_members_membership),
        kind: 'text',
        value: ({ memberships }) => memberships.join(', '),
      },
      household: {
        title: word(m.club_members_household),
        kind: 'text',
        value: ({ household }) => household.map(({ name }) => name).join(', '),
      },
      phone: { title: word(m.profile_phone), kind: 'text', value: ({ phone }) => phone },
      email: { title: word(m.club_members_email), kind: 'text', value: ({ email }) => email },
      address: { title: word(m.profile_address), kind: 'text', value: ({ address }) => address },
      postCode: { title: word(m.club_members_post_code), kind: 'text', value: ({ postCode }) => postCode },
      city: { title: word(m.club_members_city), kind: 'text', value: ({ city }) => city },
      country: {
        title: word(m.export_country),
        kind: 'text',
        value: ({ country }) => countryWords(country, locale),
      },
      since: { title: word(m.club_members_since), kind: 'date', value: ({ since }) => since },
      number: { title: word(m.club_members_number), kind: 'number', value: ({ number }) => number },
      source: { title: word(m.club_members_source), kind: 'text', value: ({ source }) => word(sources[source]) },
      tags: { title: word(m.club_members_tags), kind: 'text', value: ({ tags }) => tags.join(', ') },
      leftOn: { title: word(m.club_members_left_on), kind: 'date', value: ({ leftOn }) => leftOn },
      ...Object.fromEntries(
        ownFields.map((field): [string, ExportColumn<ExportedMember>] => [
          `own:${field.id}`,
          {
            title: field.label,
            kind: field.kind === 'number' || field.kind === 'date' ? field.kind : 'text',
            value: ({ own }) => ownValue(field, own[field.id], locale),
          },
        ]),
      ),
    }
    return [
      { title: word(m.profile_first_name), kind: 'text', value: ({ firstName }) => firstName },
      { title: word(m.profile_last_name), kind: 'text', value: ({ lastName }) => lastName },
      ...Object.entries(all).flatMap(([name, column]) => (!columns || columns.includes(name) ? [column] : [])),
    ]
  },
  read: async (db, orgId, query, page, language) => {
    const { people, total, next } = await readClubMembers(db, orgId, { ...query, ...page, language })
    const contacts = await selectContacts(
      db,
      people.map(({ id }) => id),
    )
    return { rows: people.map((person) => ({ ...contacts.get(person.id)!, ...person })), total, next }
  },
}

function ownValue({ options }: OwnField, value: string | number | boolean | undefined, locale: Language) {
  if (typeof value === 'boolean') return (value ? m.history_value_yes : m.history_value_no)({}, { locale })
  return typeof value === 'string' ? (options?.[value] ?? value) : (value ?? null)
}

const methods = {
  card: m.export_by_card,
  free: m.registrations_by_free,
  cash: m.registrations_by_cash,
  bank_transfer: m.registrations_by_bank_transfer,
  mobilepay: m.registrations_by_mobilepay,
  invoice: m.registrations_by_invoice,
}

/** Payments and refunds: a row for each line and for each refund of one. */
const payments: ExportedList<WhichPayments, PaymentRow> = {
  fileName: (locale) => m.export_payments_file({}, { locale }),
  columns: (locale) => {
    const word = (message: typeof m.payments_file_paid) => message({}, { locale })
    return [
      { title: word(m.payments_file_date), kind: 'date', value: ({ at }) => copenhagenDate(new Date(at)) },
      {
        title: word(m.payments_file_type),
        kind: 'text',
        value: ({ type }) => word(type === 'refund' ? m.payments_file_refund : m.payments_file_payment),
      },
      { title: word(m.receipt_number), kind: 'text', value: ({ receiptNumber }) => receiptNumber },
      { title: word(m.credit_note_title), kind: 'text', value: ({ creditNoteNumber }) => creditNoteNumber },
      { title: word(m.payments_file_order), kind: 'text', value: ({ number }) => number },
      { title: word(m.payments_file_buyer), kind: 'text', value: ({ buyer }) => buyer },
      { title: word(m.payments_file_email), kind: 'text', value: ({ email }) => email },
      { title: word(m.payments_file_what), kind: 'text', value: ({ title }) => title },
      { title: word(m.registrations_category), kind: 'text', value: ({ category }) => category },
      { title: word(m.payments_file_for), kind: 'text', value: ({ memberName }) => memberName },
      { title: word(m.payments_file_from), kind: 'date', value: ({ startDate }) => startDate },
      { title: word(m.payments_file_until), kind: 'date', value: ({ endDate }) => endDate },
      { title: word(m.registrations_method), kind: 'text', value: ({ method }) => word(methods[method]) },
      { title: word(m.price_discount), kind: 'money', value: ({ discount }) => discount },
      { title: word(m.payments_file_vat), kind: 'money', value: ({ vat }) => vat },
      { title: word(m.payments_file_amount), kind: 'money', value: ({ amount }) => amount },
      { title: word(m.payments_by_hand), kind: 'money', value: ({ byHand }) => byHand },
      { title: word(m.payments_file_currency), kind: 'text', value: ({ currency }) => currency },
      {
        title: word(m.club_payment_test),
        kind: 'text',
        value: ({ testMode }) => (testMode ? word(m.club_payment_test) : ''),
      },
    ]
  },
  read: (db, orgId, query, page) => readPaymentRows(db, orgId, { ...query, ...page }),
}

/** A club's unpaid invoices, the longest overdue first. */
const owes: ExportedList<WhichOwed, OwedOrder> = {
  fileName: (locale) => m.export_owes_file({}, { locale }),
  columns: (locale) => {
    const word = (message: typeof m.payments_file_paid) => message({}, { locale })
    return [
      { title: word(m.payments_file_buyer), kind: 'text', value: ({ buyer }) => buyer.name },
      { title: word(m.payments_file_email), kind: 'text', value: ({ buyer }) => buyer.email },
      { title: word(m.payments_file_order), kind: 'text', value: ({ number }) => number },
      { title: word(m.payments_file_what), kind: 'text', value: ({ what }) => what },
      { title: word(m.payments_file_amount), kind: 'money', value: ({ amount }) => amount.minor },
      { title: word(m.payments_file_currency), kind: 'text', value: ({ amount }) => amount.currency },
      { title: word(m.invoice_due), kind: 'date', value: ({ dueOn }) => dueOn },
      { title: word(m.owes_overdue_days), kind: 'number', value: ({ overdue }) => Math.max(overdue, 0) },
      { title: word(m.owes_reminders), kind: 'number', value: ({ reminders }) => reminders },
      { title: word(m.owes_expires), kind: 'date', value: ({ expiresOn }) => expiresOn },
      { title: word(m.owes_lapsed), kind: 'text', value: ({ expired }) => (expired ? word(m.owes_lapsed) : '') },
      {
        title: word(m.club_payment_test),
        kind: 'text',
        value: ({ testMode }) => (testMode ? word(m.club_payment_test) : ''),
      },
    ]
  },
  // As the list that is exported: a search also finds those that lapsed, and each of them can be chosen.
  read: (db, orgId, query, page) =>
    readOwed(db, orgId, { ...query, ...page, withExpired: Boolean(query.ids || query.search?.trim()) }),
}

/** A club's history, an entry a row. */
const history: ExportedList<WhichHistory & Partial<HistorySight>, KeptEntry> = {
  fileName: (locale) => m.export_history_file({}, { locale }),
  columns: (locale) => {
    const word = (message: typeof m.history_details) => message({}, { locale })
    const fields = (values: KeptEntry['before']) =>
      writtenFields(values, null, locale)
        .map(({ name, before }) => `${name}: ${before}`)
        .join('; ')
    return [
      { title: word(m.history_when), kind: 'moment', value: ({ at }) => localClockText(at) },
      {
        title: word(m.history_filter_person),
        kind: 'text',
        value: ({ actor }) => fullName(actor),
      },
      {
        title: word(m.history_filter_thing),
        kind: 'text',
        value: (entry) => historySentence(entry, locale),
      },
      { title: word(m.history_before), kind: 'text', value: ({ before }) => fields(before) },
      { title: word(m.history_after), kind: 'text', value: ({ after }) => fields(after) },
      { title: word(m.history_why), kind: 'text', value: ({ reason }) => reason },
    ]
  },
  read: async (db, orgId, { money = true, hidden = [], ...query }, page) => {
    // The first part says how many there are.
    const countsAll = page.after === undefined
    const { entries, ...rest } = await readHistory(db, orgId, { ...query, money, hidden, countsAll, ...page })
    return { rows: entries, ...rest }
  },
}

const states = {
  paid: m.registrations_is_paid,
  free: m.registrations_by_free,
  held: m.registrations_is_held,
  cancelled: m.registrations_is_cancelled,
}

interface Guest extends Pick<Contact, 'email' | 'phone'> {
  readonly buyerEmail: string
  /** Day and minute in the event's time zone. */
  readonly boughtOn: string
  /** Answers to the questions that are not sensitive. */
  readonly answered: readonly (Pick<ExportColumn<Guest>, 'title' | 'kind'> & {
    readonly value: string | number | null
  })[]
}

/** Everybody who has, holds or had a place at an event. Without amounts: whoever sees events need not see money. */
const registrations: ExportedList<
  WhichRegistrations & { eventId: string; sort?: RegistrationSort },
  Registration & Guest
> = {
  fileName: (locale) => m.export_registrations_file({}, { locale }),
  of: async (db, orgId, { eventId }, language) => textIn((await findEvent(db, orgId, eventId)).titleTexts, language),
  columns: (locale, _query, rows = []) => {
    const word = (message: typeof m.club_members_name) => message({}, { locale })
    const yes = (is: boolean) => (is ? word(m.registrations_yes) : '')
    return [
      { title: word(m.club_members_name), kind: 'text', value: ({ name }) => name },
      { title: word(m.club_members_age), kind: 'number', value: ({ age }) => age },
      { title: word(m.registrations_category), kind: 'text', value: ({ category }) => category },
      { title: word(m.registrations_phase), kind: 'text', value: ({ phase }) => phase },
      { title: word(m.registrations_state), kind: 'text', value: ({ state }) => states[state]({}, { locale }) },
      { title: word(m.registrations_number), kind: 'text', value: ({ number }) => number },
      { title: word(m.club_members_email), kind: 'text', value: ({ email }) => email },
      { title: word(m.profile_phone), kind: 'text', value: ({ phone }) => phone },
      { title: word(m.registrations_guardian), kind: 'text', value: ({ guardian }) => guardian?.name ?? '' },
      { title: word(m.registrations_guardian_phone), kind: 'text', value: ({ guardian }) => guardian?.phone ?? '' },
      { title: word(m.registrations_buyer), kind: 'text', value: ({ buyer }) => buyer },
      { title: word(m.export_buyer_email), kind: 'text', value: ({ buyerEmail }) => buyerEmail },
      { title: word(m.registrations_bought), kind: 'moment', value: ({ boughtOn }) => boughtOn },
      { title: word(m.registrations_present), kind: 'text', value: ({ presentAt }) => yes(presentAt !== null) },
      { title: word(m.registrations_by_hand), kind: 'text', value: ({ byHand }) => yes(byHand !== null) },
      {
        title: word(m.registrations_method),
        kind: 'text',
        value: ({ byHand }) => (byHand ? methods[byHand.method]({}, { locale }) : ''),
      },
      {
        title: word(m.registrations_refund_by_hand),
        kind: 'text',
        value: ({ byHand }) => yes(byHand?.toPayBack ?? false),
      },
      { title: word(m.registrations_reason), kind: 'text', value: ({ byHand }) => byHand?.reason ?? '' },
      ...(rows[0]?.answered ?? []).map(({ title, kind }, at) => ({
        title,
        kind,
        value: ({ answered }: Guest) => answered[at]?.value ?? null,
      })),
    ]
  },
  read: async (db, orgId, { eventId, ...query }, { after, limit }, language) => {
    const event = await findEvent(db, orgId, eventId)
    const page = await readRegistrations(db, event, query, { after, limit, language, currency: null })
    const contacts = await selectContacts(
      db,
      page.people.map(({ memberId }) => memberId),
    )
    const emails = await selectBuyerEmails(
      db,
      page.people.map(({ orderId }) => orderId),
    )
    const questions = page.people.some(({ answers }) => answers) ? await readPlainQuestions(db, event.id) : []
    const rows = page.people.map((person) => ({
      ...person,
      answered: questions.map((question) => answeredColumn(question, person.answers?.values[question.id], language)),
      ...contacts.get(person.memberId)!,
      name: person.name,
      buyerEmail: emails.get(person.orderId) ?? '',
      boughtOn: localClockText(person.boughtAt, event.timeZone),
    }))
    return { rows, total: page.total, next: page.next }
  },
}

/** Days, numbers and phone numbers are as in other columns. */
function answeredColumn(question: Question, value: AnswerValue | undefined, language: Language) {
  const title = textIn(question.label, language)
  const asData = (value as string | number | undefined) ?? null
  switch (question.kind) {
    case 'date':
    case 'number':
      return { title, kind: question.kind, value: asData }
    case 'phone':
      return { title, kind: 'text' as const, value: asData }
    default:
      return { title, kind: 'text' as const, value: answerIn(question, value, language) }
  }
}

/** Codes for one order each that were made together, to hand out. */
const couponCodes: ExportedList<{ couponId: string }, MadeCode> = {
  fileName: (locale) => m.codes_csv_file({}, { locale }),
  of: async (db, orgId, { couponId }, language) => textIn((await readCodes(db, orgId, couponId))[0]!.name, language),
  columns: (locale) => [
    { title: m.codes_code({}, { locale }), kind: 'text', value: ({ code }) => code },
    { title: m.codes_csv_name({}, { locale }), kind: 'text', value: ({ name }) => textIn(name, locale) },
    {
      title: m.codes_csv_state({}, { locale }),
      kind: 'text',
      value: ({ used }) => (used ? m.codes_csv_used({}, { locale }) : ''),
    },
  ],
  read: async (db, orgId, { couponId }) => {
    const rows = await readCodes(db, orgId, couponId)
    return { rows, total: rows.length, next: null }
  },
}

/** The lists by their name in `exports.list`. */
export const exportedLists = { members, payments, owes, history, registrations, couponCodes }
export type ListName = keyof typeof exportedLists
