import { textIn } from '#contract/local-text.ts'
import type { HistoryEntry } from '#contract/office-history.ts'
import type { ClubMember } from '#contract/office-members.ts'
import type { Registration, RegistrationSort } from '#contract/office-registrations.ts'
import type { ClubOrder, OrderLine } from '#contract/orders.ts'
import type { Language } from '#contract/values.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import type { Reader } from '#server/database/db.ts'
import {
  findEvent,
  type MadeCode,
  readCodes,
  readRegistrations,
  type WhichRegistrations,
} from '#server/domains/events/index.ts'
import { readClubMembers, type WhichMembers } from '#server/domains/memberships/index.ts'
import { readHistory, type WhichHistory } from '#server/domains/office/index.ts'
import { readPaidOrders, type WhichPayments } from '#server/domains/orders/index.ts'
import * as m from '#words/messages.js'
import { historyText } from './history-text.ts'
import type { ExportColumn } from './write-file.ts'

/** A page of a list: its rows, of which several may belong to one of the things that are counted. */
interface Part<Row> {
  readonly rows: readonly Row[]
  readonly count: number
  readonly total: number
  readonly next: string | null
}

/** A list that can be exported. */
export interface ExportedList<Query, Row> {
  readonly fileName: (language: Language) => string
  readonly columns: (language: Language) => readonly ExportColumn<Row>[]
  readonly read: (
    db: Reader,
    orgId: string,
    query: Query,
    page: { readonly after?: string | undefined; readonly limit: number },
    language: Language,
  ) => Promise<Part<Row>>
}

const statuses = {
  active: m.club_members_is_active,
  grace: m.club_members_is_grace,
  expired: m.club_members_is_expired,
  inactive: m.club_members_is_inactive,
  cancelled: m.club_members_is_cancelled,
}

/** A club's members, with everything that their list can show. */
const members: ExportedList<WhichMembers, ClubMember> = {
  fileName: (locale) => m.export_members_file({}, { locale }),
  columns: (locale) => {
    const word = (message: typeof m.club_members_name) => message({}, { locale })
    return [
      { title: word(m.club_members_name), kind: 'text', value: ({ name }) => name },
      { title: word(m.club_members_birth_date), kind: 'date', value: ({ dateOfBirth }) => dateOfBirth },
      { title: word(m.club_members_age), kind: 'number', value: ({ age }) => age },
      { title: word(m.club_members_status), kind: 'text', value: ({ status }) => statuses[status]({}, { locale }) },
      { title: word(m.club_members_until), kind: 'date', value: ({ statusUntil }) => statusUntil },
      { title: word(m.club_members_membership), kind: 'text', value: ({ memberships }) => memberships.join(', ') },
      {
        title: word(m.club_members_household),
        kind: 'text',
        value: ({ household }) => household.map(({ name }) => name).join(', '),
      },
      { title: word(m.profile_phone), kind: 'text', value: ({ phone }) => phone },
      { title: word(m.club_members_email), kind: 'text', value: ({ email }) => email },
      { title: word(m.club_members_post_code), kind: 'text', value: ({ postCode }) => postCode },
      { title: word(m.club_members_city), kind: 'text', value: ({ city }) => city },
      { title: word(m.club_members_since), kind: 'date', value: ({ since }) => since },
    ]
  },
  read: async (db, orgId, query, page) => {
    const { people: rows, total, next } = await readClubMembers(db, orgId, { ...query, ...page })
    return { rows, count: rows.length, total, next }
  },
}

interface PaidLine {
  readonly order: ClubOrder
  readonly line: OrderLine
}

/** A club's paid orders, a row for each line. */
const payments: ExportedList<WhichPayments, PaidLine> = {
  fileName: (locale) => m.export_payments_file({}, { locale }),
  columns: (locale) => {
    const word = (message: typeof m.payments_file_paid) => message({}, { locale })
    return [
      {
        title: word(m.payments_file_paid),
        kind: 'date',
        value: ({ order }) => copenhagenDate(new Date(order.paidAt ?? order.createdAt)),
      },
      { title: word(m.receipt_number), kind: 'text', value: ({ order }) => order.receiptNumber },
      { title: word(m.payments_file_order), kind: 'text', value: ({ order }) => order.number },
      { title: word(m.payments_file_buyer), kind: 'text', value: ({ order }) => order.buyer.name },
      { title: word(m.payments_file_email), kind: 'text', value: ({ order }) => order.buyer.email },
      { title: word(m.payments_file_what), kind: 'text', value: ({ line }) => line.title },
      { title: word(m.payments_file_for), kind: 'text', value: ({ line }) => line.memberName },
      { title: word(m.payments_file_from), kind: 'date', value: ({ line }) => line.startDate },
      { title: word(m.payments_file_until), kind: 'date', value: ({ line }) => line.endDate },
      { title: word(m.payments_file_vat), kind: 'money', value: ({ line }) => line.parts.vat.minor },
      { title: word(m.payments_file_amount), kind: 'money', value: ({ line }) => line.parts.total.minor },
      { title: word(m.payments_file_given_back), kind: 'money', value: ({ line }) => line.refunded.minor },
      { title: word(m.payments_file_currency), kind: 'text', value: ({ line }) => line.parts.total.currency },
      {
        title: word(m.club_payment_test),
        kind: 'text',
        value: ({ order }) => (order.testMode ? word(m.club_payment_test) : ''),
      },
    ]
  },
  read: async (db, orgId, query, page) => {
    const { orders, total, next } = await readPaidOrders(db, orgId, { ...query, ...page })
    const rows = orders.flatMap((order) => order.lines.map((line) => ({ order, line })))
    return { rows, count: orders.length, total, next }
  },
}

/** A club's history, an entry a row. */
const history: ExportedList<WhichHistory & { readonly money: boolean }, HistoryEntry> = {
  fileName: (locale) => m.export_history_file({}, { locale }),
  columns: (locale) => {
    const word = (message: typeof m.history_details) => message({}, { locale })
    const fields = (values: Record<string, unknown> | null) => historyText(values, locale)
    return [
      { title: word(m.history_when), kind: 'text', value: ({ at }) => at },
      {
        title: word(m.history_filter_person),
        kind: 'text',
        value: ({ actor }) => `${actor.firstName} ${actor.lastName}`.trim(),
      },
      {
        title: word(m.history_filter_thing),
        kind: 'text',
        value: ({ name, label }) => m[`history_${name}`]({ label }, { locale }),
      },
      { title: word(m.history_before), kind: 'text', value: ({ before }) => fields(before) },
      { title: word(m.history_after), kind: 'text', value: ({ after }) => fields(after) },
      { title: word(m.history_why), kind: 'text', value: ({ reason }) => reason },
    ]
  },
  read: async (db, orgId, query, page) => {
    const { entries: rows, total, next } = await readHistory(db, orgId, { ...query, ...page })
    return { rows, count: rows.length, total, next }
  },
}

const states = {
  paid: m.registrations_is_paid,
  held: m.registrations_is_held,
  cancelled: m.registrations_is_cancelled,
}

const methods = {
  free: m.registrations_by_free,
  cash: m.registrations_by_cash,
  bank_transfer: m.registrations_by_bank_transfer,
  mobilepay: m.registrations_by_mobilepay,
}

/** Everybody who has, holds or had a place at an event. Without amounts: whoever sees events need not see money. */
const registrations: ExportedList<WhichRegistrations & { eventId: string; sort?: RegistrationSort }, Registration> = {
  fileName: (locale) => m.export_registrations_file({}, { locale }),
  columns: (locale) => {
    const word = (message: typeof m.club_members_name) => message({}, { locale })
    const yes = (is: boolean) => (is ? word(m.registrations_yes) : '')
    return [
      { title: word(m.club_members_name), kind: 'text', value: ({ name }) => name },
      { title: word(m.club_members_age), kind: 'number', value: ({ age }) => age },
      { title: word(m.registrations_category), kind: 'text', value: ({ category }) => category },
      { title: word(m.registrations_phase), kind: 'text', value: ({ phase }) => phase },
      { title: word(m.registrations_state), kind: 'text', value: ({ state }) => states[state]({}, { locale }) },
      { title: word(m.registrations_number), kind: 'text', value: ({ number }) => number },
      { title: word(m.registrations_guardian), kind: 'text', value: ({ guardian }) => guardian?.name ?? '' },
      { title: word(m.registrations_guardian_phone), kind: 'text', value: ({ guardian }) => guardian?.phone ?? '' },
      { title: word(m.registrations_buyer), kind: 'text', value: ({ buyer }) => buyer },
      {
        title: word(m.registrations_bought),
        kind: 'date',
        value: ({ boughtAt }) => copenhagenDate(new Date(boughtAt)),
      },
      { title: word(m.registrations_present), kind: 'text', value: ({ presentAt }) => yes(presentAt !== null) },
      { title: word(m.registrations_by_hand), kind: 'text', value: ({ byHand }) => yes(byHand !== null) },
      {
        title: word(m.registrations_method),
        kind: 'text',
        value: ({ byHand }) => (byHand ? methods[byHand.method]({}, { locale }) : ''),
      },
      { title: word(m.registrations_reason), kind: 'text', value: ({ byHand }) => byHand?.reason ?? '' },
    ]
  },
  read: async (db, orgId, { eventId, ...query }, { after, limit }, language) => {
    const event = await findEvent(db, orgId, eventId)
    const page = await readRegistrations(db, event, query, { after, limit, language, currency: null })
    return { rows: page.people, count: page.people.length, total: page.total, next: page.next }
  },
}

/** Single-use codes that were made together, to hand out. */
const couponCodes: ExportedList<{ couponId: string }, MadeCode> = {
  fileName: (locale) => m.codes_csv_file({}, { locale }),
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
    return { rows, count: rows.length, total: rows.length, next: null }
  },
}

/** The lists by their name in `exports.list`. */
export const exportedLists = { members, payments, history, registrations, couponCodes }
export type ListName = keyof typeof exportedLists
