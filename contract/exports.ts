import * as z from 'zod/mini'
import { endpoint, memberApi, orgApi } from './endpoint.ts'
import { chosenRows, requireSelection } from './filters.ts'
import { PersonName } from './members/members.ts'
import { HistoryThing, historyQuery } from './audit/history.ts'
import { MemberColumn, memberListQuery } from './memberships/club-members.ts'
import { owesQuery } from './orders/by-hand.ts'
import { paymentListQuery } from './orders/office.ts'
import { registrationListQuery } from './events/registrations.ts'
import { GivenReason, Id, integer, LocalDate, Moment, text } from './values.ts'

/** `csv`: with `;`, decimal comma and ISO dates, as Danish spreadsheets read it. */
export const ExportFormat = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** Up to this many rows are written within the call; more in the background. */
export const EXPORTED_AT_ONCE = 5000

export const ExportState = z.enum(['running', 'ready', 'failed'])

/** A list of a club as a file, kept for a day. */
export const Export = z.object({
  id: Id,
  format: ExportFormat,
  fileName: text(),
  state: ExportState,
  /** People or orders in all, and those written so far. */
  total: integer(),
  done: integer(),
  createdAt: Moment,
  /** When the file is deleted. */
  expiresAt: Moment,
})
export type Export = z.infer<typeof Export>

/** An export of the last day, for everybody in the office who may read its list. */
export const EarlierExport = z.object({
  ...Export.shape,
  by: PersonName,
  /** Null until it is written. */
  bytes: z.nullable(integer(0)),
  /** Which rows: what was searched and filtered, and how many were chosen one by one. */
  which: z.object({
    search: z.optional(text()),
    /** A filter of the list as JSON. */
    filter: z.optional(text()),
    day: z.optional(LocalDate),
    chosen: z.optional(integer(1)),
    thing: z.optional(HistoryThing),
    from: z.optional(LocalDate),
    until: z.optional(LocalDate),
  }),
})
export type EarlierExport = z.infer<typeof EarlierExport>

/** As many as `earlier` shows. */
export const EARLIER_EXPORTS = 20

/** Everything held about a person, as a zip with an index to read and `data.json`. */
export const PersonExport = z.object({
  id: Id,
  fileName: text(),
  state: ExportState,
  /** Null until it is written. */
  bytes: z.nullable(integer(0)),
  createdAt: Moment,
  /** When the file is deleted. */
  expiresAt: Moment,
})
export type PersonExport = z.infer<typeof PersonExport>

const exportFiles = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const

const ofList = (list: string) => `${orgApi}/org/{orgId}/${list}/exports`
const one = z.object({ orgId: Id, exportId: Id })

/** The rows to export: those with these ids, or all that match. */
const chosen = { format: ExportFormat, ...chosenRows }

const begin = {
  method: 'POST',
  params: z.object({ orgId: Id }),
  output: Export,
  mayBeStale: true,
  errors: ['organisation_not_found', 'too_many_exports'],
} as const
const show = { method: 'GET', params: one, output: Export, errors: ['organisation_not_found', 'not_found'] } as const
const earlier = {
  method: 'GET',
  params: z.object({ orgId: Id }),
  output: z.array(EarlierExport).check(z.maxLength(EARLIER_EXPORTS)),
  errors: ['organisation_not_found'],
} as const
const fetchFile = {
  method: 'POST',
  params: one,
  output: 'file',
  files: exportFiles,
  errors: ['organisation_not_found', 'not_found'],
} as const

const ofPerson = { params: z.object({ memberId: Id }), errors: ['not_found'] } as const
const fileOfPerson = {
  method: 'POST',
  params: z.object({ memberId: Id, exportId: Id }),
  output: 'file',
  files: ['application/zip'],
  errors: ['not_found'],
} as const

/** Each list needs the scope that reading it needs. A file is fetched by a call, never by an open link. */
export const exports = {
  members: endpoint({
    ...begin,
    path: ofList('members'),
    summary: 'Exports members of a club; more than 5,000 are written in the background',
    body: z
      .object({
        ...memberListQuery,
        /** Beside the names; all of them when left out. */
        columns: z.optional(z.array(MemberColumn).check(z.maxLength(60))),
        ...chosen,
      })
      .check(requireSelection()),
    errors: [...begin.errors, 'day_out_of_range'],
  }),
  membersEarlier: endpoint({
    ...earlier,
    path: ofList('members'),
    summary: 'The newest exports of members of the last day, whoever in the office made them',
  }),
  membersState: endpoint({
    ...show,
    path: `${ofList('members')}/{exportId}`,
    summary: 'How far an export of members is',
  }),
  membersFile: endpoint({
    ...fetchFile,
    path: `${ofList('members')}/{exportId}/file`,
    summary: "The file of an export of members; each download is in the club's history",
  }),
  payments: endpoint({
    ...begin,
    path: ofList('payments'),
    summary: 'Exports paid orders of a club, a row for each line; more than 5,000 are written in the background',
    body: z.object({ ...paymentListQuery, ...chosen }).check(requireSelection()),
  }),
  owes: endpoint({
    ...begin,
    path: ofList('owes'),
    summary: 'Exports invoices of a club that are not paid; more than 5,000 are written in the background',
    body: z.object({ ...owesQuery, ...chosen }).check(requireSelection()),
  }),
  owesEarlier: endpoint({
    ...earlier,
    path: ofList('owes'),
    summary: 'The newest exports of unpaid invoices of the last day, whoever in the office made them',
  }),
  owesState: endpoint({
    ...show,
    path: `${ofList('owes')}/{exportId}`,
    summary: 'How far an export of unpaid invoices is',
  }),
  owesFile: endpoint({
    ...fetchFile,
    path: `${ofList('owes')}/{exportId}/file`,
    summary: "The file of an export of unpaid invoices; each download is in the club's history",
  }),
  history: endpoint({
    ...begin,
    path: ofList('history'),
    summary: "Exports a club's history; more than 5,000 entries are written in the background",
    body: z.object({ ...historyQuery, format: ExportFormat }),
  }),
  historyEarlier: endpoint({
    ...earlier,
    path: ofList('history'),
    summary: 'The newest exports of the history of the last day, whoever in the office made them',
  }),
  historyState: endpoint({
    ...show,
    path: `${ofList('history')}/{exportId}`,
    summary: 'How far an export of the history is',
  }),
  historyFile: endpoint({
    ...fetchFile,
    path: `${ofList('history')}/{exportId}/file`,
    summary: "The file of an export of the history; each download is in the club's history",
  }),
  paymentsEarlier: endpoint({
    ...earlier,
    path: ofList('payments'),
    summary: 'The newest exports of paid orders of the last day, whoever in the office made them',
  }),
  paymentsState: endpoint({
    ...show,
    path: `${ofList('payments')}/{exportId}`,
    summary: 'How far an export of payments is',
  }),
  paymentsFile: endpoint({
    ...fetchFile,
    path: `${ofList('payments')}/{exportId}/file`,
    summary: "The file of an export of payments; each download is in the club's history",
  }),
  registrations: endpoint({
    ...begin,
    path: ofList('registrations'),
    summary: 'Exports the registrations of an event, without amounts; more than 5,000 are written in the background',
    body: z.object({ ...registrationListQuery, ...chosen }).check(requireSelection()),
    errors: [...begin.errors, 'event_not_found'],
  }),
  registrationsEarlier: endpoint({
    ...earlier,
    query: z.object({ eventId: z.optional(Id) }),
    path: ofList('registrations'),
    summary:
      'The newest exports of registrations of the last day, of one event where it is given, whoever in the office made them',
  }),
  registrationsState: endpoint({
    ...show,
    path: `${ofList('registrations')}/{exportId}`,
    summary: 'How far an export of registrations is',
  }),
  registrationsFile: endpoint({
    ...fetchFile,
    path: `${ofList('registrations')}/{exportId}/file`,
    summary: "The file of an export of registrations; each download is in the club's history",
  }),
  couponCodes: endpoint({
    ...begin,
    path: ofList('coupon-codes'),
    summary: 'Exports the codes of a batch, and which are used',
    body: z.object({ couponId: Id, format: ExportFormat }),
    errors: [...begin.errors, 'coupon_not_found'],
  }),
  couponCodesFile: endpoint({
    ...fetchFile,
    path: `${ofList('coupon-codes')}/{exportId}/file`,
    summary: "The file of an export of codes; each download is in the club's history",
  }),
  person: endpoint({
    ...ofPerson,
    method: 'POST',
    path: `${memberApi}/member/data/{memberId}/export`,
    summary: 'Exports everything held about the caller or their participant; a job writes it. Needs a fresh sign-in',
    output: PersonExport,
    errors: [...ofPerson.errors, 'impersonator_refused', 'too_many_own_exports'],
  }),
  personState: endpoint({
    ...ofPerson,
    method: 'GET',
    path: `${memberApi}/member/data/{memberId}/export`,
    summary:
      "The caller's newest export about themselves or their participant, kept for a day; null when there is none",
    output: z.nullable(PersonExport),
    errors: [...ofPerson.errors, 'impersonator_refused'],
  }),
  personFile: endpoint({
    ...fileOfPerson,
    path: `${memberApi}/member/data/{memberId}/export/{exportId}/file`,
    summary: 'The file of an export about the caller or their participant. Needs a fresh sign-in',
    errors: [...ofPerson.errors, 'impersonator_refused'],
  }),
  ofPerson: endpoint({
    ...ofPerson,
    method: 'POST',
    path: `${orgApi}/operator/people/{memberId}/export`,
    summary: 'Exports everything held about a person, for an operator who answers them; a job writes it',
    body: GivenReason,
    output: PersonExport,
    errors: [...ofPerson.errors, 'too_many_own_exports'],
  }),
  ofPersonState: endpoint({
    ...ofPerson,
    method: 'GET',
    path: `${orgApi}/operator/people/{memberId}/export`,
    summary: "The operator's newest export about a person, kept for a day; null when there is none",
    output: z.nullable(PersonExport),
  }),
  ofPersonFile: endpoint({
    ...fileOfPerson,
    path: `${orgApi}/operator/people/{memberId}/export/{exportId}/file`,
    summary: 'The file of an export about a person',
  }),
}
