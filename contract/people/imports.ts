import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { LocalText } from '../local-text.ts'
import { NamedMember } from '../members/members.ts'
import { Id, integer, integerInQuery, LocalDate, Moment, SeenVersion, singleLine, text } from '../values.ts'

export const MOST_ROWS = 10_000
export const MOST_COLUMNS = 60
export const MOST_CELL = 1000
export const MOST_FILE = 5_000_000
/** Bytes of a workbook when it is unpacked. Reading it takes about 50 ms a megabyte. */
export const MOST_UNPACKED = 25_000_000

/** Fields of a person that a column can be. */
export const importTargets = [
  'firstName',
  'lastName',
  'fullName',
  'email',
  'phone',
  'dateOfBirth',
  'gender',
  'address',
  'postCode',
  'city',
  'country',
  'since',
  'membership',
  'tags',
  'guardianName',
  'guardianEmail',
  'guardianPhone',
] as const
export const ImportTarget = z.enum(importTargets)
export type ImportTarget = z.infer<typeof ImportTarget>

/** A field of a person, one of the club's own as `field:` and its id, or blank: not imported. */
export const ColumnTarget = text(60).check(z.regex(new RegExp(`^(|${importTargets.join('|')}|field:[0-9a-f-]{36})$`)))

/** `draft`: its columns and choices are still being made. */
export const ImportState = z.enum(['draft', 'checking', 'checked', 'running', 'done', 'undoing', 'undone'])
export type ImportState = z.infer<typeof ImportState>

export const dateOrders = ['dmy', 'mdy', 'ymd'] as const

/** One season for everybody, seasons by a column's values, or none. Memberships are given without payment. */
export const ImportChoices = z.object({
  /** Of dates such as `1/2/03`. */
  dateOrder: z.enum(dateOrders),
  membership: z.enum(['none', 'season', 'column']),
  seasonId: z.nullable(Id),
  /** For each value of the column the season, or null for none. */
  seasons: z.array(z.object({ value: text(MOST_CELL), seasonId: z.nullable(Id) })).check(z.maxLength(100)),
  /** For everybody. */
  tags: z.array(singleLine(40).check(z.minLength(1))).check(z.maxLength(10)),
})
export type ImportChoices = z.infer<typeof ImportChoices>

export const verdicts = ['new', 'same', 'changes', 'unsure', 'error'] as const
export const Verdict = z.enum(verdicts)
export type Verdict = z.infer<typeof Verdict>

/** Of an unsure row: the same person, another one, or left out. */
export const RowChoice = z.enum(['same', 'other', 'skip'])

/** Why a row of an import cannot be taken back. */
export const TakeBackRefusal = z.enum(['changed', 'paid', 'signed_in', 'registered', 'in_use'])
export type TakeBackRefusal = z.infer<typeof TakeBackRefusal>

const counts = z.object({
  new: integer(0),
  same: integer(0),
  changes: integer(0),
  unsure: integer(0),
  error: integer(0),
  /** Of the unsure ones: those for which somebody has chosen. */
  chosen: integer(0),
  /** Left out: errors, unsure ones without a choice, and those that were skipped. */
  left: integer(0),
  /** Guardians whom columns name and who are added. They are rows, too. */
  guardians: z.optional(integer(0)),
  /** Of the others: children whose guardian is nowhere and cannot be added. */
  guardiansMissing: z.optional(integer(0)),
  /** Rows that the run or the taking back has done. */
  done: integer(0),
  added: integer(0),
  changed: integer(0),
  memberships: integer(0),
  undone: integer(0),
  /** Rows that could not be taken back. */
  kept: integer(0),
  /** People with an address and no sign-in, and those who were invited. */
  invitable: integer(0),
  invited: integer(0),
})

export const ImportedSeason = z.object({ id: Id, name: LocalText, startDate: LocalDate, endDate: LocalDate })

/** An import of a club, from its file to its report. */
export const Import = z.object({
  id: Id,
  state: ImportState,
  version: integer(1),
  fileName: text(200),
  encoding: z.nullable(text(20)),
  separator: z.nullable(text(1)),
  rows: integer(1),
  /** Null when the file has no row of heads. */
  heads: z.nullable(z.array(text(MOST_CELL)).check(z.maxLength(MOST_COLUMNS))),
  /** For each column its first value, a sample. */
  samples: z.array(text(MOST_CELL)).check(z.maxLength(MOST_COLUMNS)),
  /** For each column the field that it is. */
  columns: z.array(ColumnTarget).check(z.maxLength(MOST_COLUMNS)),
  /** The columns were those of an earlier import of the club. */
  knownColumns: z.boolean(),
  choices: ImportChoices,
  /** Values of the membership column with their rows, most frequent first. */
  values: z.array(z.object({ value: text(MOST_CELL), rows: integer(1) })).check(z.maxLength(100)),
  /** The club's seasons, latest first. */
  seasons: z.array(ImportedSeason).check(z.maxLength(200)),
  /** The club's own fields. */
  ownFields: z.array(z.object({ id: Id, label: LocalText })).check(z.maxLength(30)),
  /** Civil registration numbers that were cut to the birth date. */
  cutNumbers: integer(0),
  counts,
  by: text(),
  createdAt: Moment,
  endedAt: z.nullable(Moment),
  /** Until when it can be taken back. */
  undoUntil: z.nullable(Moment),
  can: z.object({ check: z.boolean(), run: z.boolean(), undo: z.boolean(), discard: z.boolean(), invite: z.boolean() }),
})
export type Import = z.infer<typeof Import>

export const ListedImport = z.pick(Import, {
  id: true,
  state: true,
  fileName: true,
  rows: true,
  by: true,
  createdAt: true,
  endedAt: true,
  undoUntil: true,
})

/** Faults of a value, each with words of its own. */
export const importFaults = [
  'name_missing',
  'two_people',
  'formula',
  'too_long',
  'email_invalid',
  'email_taken',
  'phone_invalid',
  'phones_two',
  'date_invalid',
  'date_without_year',
  'date_in_future',
  'date_too_old',
  'post_code_invalid',
  'gender_unknown',
  'membership_unknown',
  'choice_unknown',
  'number_invalid',
] as const
export const ImportFault = z.enum(importFaults)
export type ImportFault = z.infer<typeof ImportFault>

/** Somebody who a row can be: a person of the register, or an earlier row of the file. */
export const ImportCandidate = z.object({
  memberId: z.nullable(Id),
  row: z.nullable(integer(1)),
  because: z.enum(['email', 'birth_date', 'email_other_name', 'phone', 'post_code']),
  name: text(),
  dateOfBirth: z.nullable(LocalDate),
  email: z.nullable(text()),
  phone: text(),
  postCode: text(),
  died: z.optional(z.boolean()),
  /** The row is a guardian whom this row of the file names. */
  guardianOf: z.optional(integer(1)),
})

export type ImportCandidate = z.infer<typeof ImportCandidate>

export const ImportRow = z.object({
  /** Counted as in the file. */
  row: integer(1),
  cells: z.array(text(MOST_CELL)).check(z.maxLength(MOST_COLUMNS)),
  verdict: Verdict,
  name: text(),
  dateOfBirth: z.nullable(LocalDate),
  email: z.nullable(text()),
  phone: text(),
  postCode: text(),
  errors: z.array(z.object({ column: integer(0, MOST_COLUMNS), fault: ImportFault })).check(z.maxLength(20)),
  /** Two names in one row, as two people. */
  split: z.array(text()).check(z.maxLength(2)),
  changes: z.array(z.object({ field: text(60), from: text(), to: text() })).check(z.maxLength(60)),
  candidates: z.array(ImportCandidate).check(z.maxLength(5)),
  /** The row of an older person who has this address, too, and keeps it. */
  addressOf: z.nullable(integer(1)),
  /** The guardian who has this address, too, and keeps it. */
  guardianKeeps: z.optional(text()),
  /** The rows of children whose columns name this guardian, who has no row in the file. */
  guardianOf: z.optional(z.array(integer(1)).check(z.maxLength(20))),
  /** Whom a row names as a guardian who is nowhere and cannot be added: their name or the child's birth date is missing. */
  guardianMissing: z.optional(z.nullable(text())),
  choice: z.nullable(RowChoice),
  /** The chosen candidate, counted from 0. */
  candidate: integer(0, 4),
  /** The person in the register, once it ran. */
  memberId: z.nullable(Id),
  undone: z.boolean(),
  kept: z.nullable(TakeBackRefusal),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportRows = z.object({ rows: z.array(ImportRow).check(z.maxLength(50)), next: z.nullable(integer(0)) })

/** People who may belong together: one home and name, or a guardian's columns. Nothing is done with them by itself. */
export const Household = z.object({
  guardian: NamedMember,
  children: z.array(NamedMember).check(z.maxLength(20)),
})

export const InvitePreview = z.object({
  people: integer(0),
  /** The mail as the first of them gets it, in the caller's language. */
  subject: text(300),
  text: text(2000),
})

const params = z.object({ orgId: Id })
const one = z.object({ orgId: Id, importId: Id })
const base = `${orgApi}/org/{orgId}/office/imports`
const item = `${base}/{importId}`
const missing = ['organisation_not_found', 'import_not_found'] as const
const changing = [...missing, 'changed_meanwhile', 'import_not_now'] as const

export const imports = {
  list: endpoint({
    method: 'GET',
    path: base,
    summary: "A club's imports of people, latest first",
    params,
    output: z.array(ListedImport).check(z.maxLength(100)),
    errors: ['organisation_not_found'],
  }),
  upload: endpoint({
    method: 'POST',
    path: base,
    summary:
      'Begins an import with a list of people, as CSV or XLSX. Civil registration numbers are cut to the birth date; nothing else happens yet',
    params,
    query: z.object({
      fileName: singleLine(200),
      /** Civil registration numbers that were cut before it was sent. */
      cut: z.optional(integerInQuery(0, 1_000_000)),
    }),
    upload: { maxBytes: MOST_FILE },
    output: Import,
    errors: [
      'organisation_not_found',
      'payload_too_large',
      'import_file_empty',
      'import_file_unreadable',
      'import_file_too_large',
      'import_too_many_rows',
      'import_too_many_columns',
      'import_too_many_drafts',
    ],
  }),
  show: endpoint({
    method: 'GET',
    path: item,
    summary: 'An import of people, with what its step needs',
    params: one,
    output: Import,
    errors: missing,
  }),
  discard: endpoint({
    method: 'POST',
    path: `${item}/discard`,
    summary: 'Deletes an import that has not run, with its rows',
    params: one,
    body: SeenVersion,
    output: null,
    errors: changing,
  }),
  saveColumns: endpoint({
    method: 'PUT',
    path: `${item}/columns`,
    summary: 'Which field each column of the file is. A field is in one column only',
    params: one,
    body: z.extend(SeenVersion, { columns: z.array(ColumnTarget).check(z.maxLength(MOST_COLUMNS)) }),
    output: Import,
    errors: changing,
  }),
  saveChoices: endpoint({
    method: 'PUT',
    path: `${item}/choices`,
    summary: 'How dates are read, which memberships the people get, and their tags',
    params: one,
    body: z.extend(SeenVersion, { choices: ImportChoices }),
    output: Import,
    errors: changing,
  }),
  check: endpoint({
    method: 'POST',
    path: `${item}/check`,
    summary:
      'Compares every row with the register and with the other rows, and makes rows of guardians whom columns name. Nothing is changed',
    params: one,
    body: SeenVersion,
    output: Import,
    errors: [...changing, 'import_too_many_rows'],
  }),
  rows: endpoint({
    method: 'GET',
    path: `${item}/rows`,
    summary:
      'Rows of an import in the order of the file, in pages of 50: by what the check found, or those that could not be taken back',
    params: one,
    query: z.object({
      verdict: z.optional(z.enum([...verdicts, 'kept'])),
      after: z.optional(integerInQuery(0, 1_000_000)),
    }),
    output: ImportRows,
    errors: missing,
  }),
  fixRow: endpoint({
    method: 'PUT',
    path: `${item}/rows/{row}`,
    summary:
      'Corrects cells of a row, which is checked again. Of a guardian the columns of their children are corrected: the first of them is the answer',
    params: z.extend(one, { row: integerInQuery(1, 1_000_000) }),
    body: z.object({
      cells: z
        .array(z.object({ column: integer(0, MOST_COLUMNS - 1), value: singleLine(MOST_CELL) }))
        .check(z.minLength(1), z.maxLength(MOST_COLUMNS)),
    }),
    output: ImportRow,
    errors: [...changing, 'import_too_many_rows'],
  }),
  splitRow: endpoint({
    method: 'POST',
    path: `${item}/rows/{row}/split`,
    summary: 'Makes two rows of one with two names. The second has no address and birth date of its own',
    params: z.extend(one, { row: integerInQuery(1, 1_000_000) }),
    output: Import,
    errors: [...changing, 'import_too_many_rows'],
  }),
  choose: endpoint({
    method: 'POST',
    path: `${item}/choose`,
    summary:
      'Says of an unsure row, or of all that are left, whether it is the same person, another one, or skipped. Guardians named in columns can be skipped, too; another one takes that back',
    params: one,
    body: z.object({
      /** Left out: all unsure rows without a choice. */
      row: z.optional(integer(1)),
      choice: RowChoice,
      /** Which candidate, counted from 0. */
      candidate: z.optional(integer(0, 4)),
    }),
    output: Import,
    errors: changing,
  }),
  run: endpoint({
    method: 'POST',
    path: `${item}/run`,
    summary: 'Runs a checked import as a job, without any mail. Errors, and unsure rows without a choice, are left out',
    params: one,
    body: SeenVersion,
    output: Import,
    errors: [...changing, 'import_running'],
  }),
  undo: endpoint({
    method: 'POST',
    path: `${item}/undo`,
    summary:
      'Takes an import back, within 30 days: all of it, or some rows. Rows that were changed, paid, signed in or registered since stay',
    params: one,
    body: z.extend(SeenVersion, {
      rows: z.optional(z.array(integer(1)).check(z.minLength(1), z.maxLength(500))),
    }),
    output: Import,
    errors: [...changing, 'import_running'],
  }),
  households: endpoint({
    method: 'GET',
    path: `${item}/households`,
    summary: 'People of an import who may be children and their guardian. Nobody is linked by itself',
    params: one,
    output: z.array(Household).check(z.maxLength(200)),
    errors: missing,
  }),
  linkHousehold: endpoint({
    method: 'POST',
    path: `${item}/households`,
    summary: 'Lets a person look after children of the same import, as proposed',
    params: one,
    body: z.object({ guardianId: Id, childIds: z.array(Id).check(z.minLength(1), z.maxLength(20)) }),
    output: null,
    errors: [...missing, 'import_not_now'],
  }),
  invitePreview: endpoint({
    method: 'GET',
    path: `${item}/invite`,
    summary: 'Whom an invitation to sign in would reach, and how it reads',
    params: one,
    output: InvitePreview,
    errors: missing,
  }),
  invite: endpoint({
    method: 'POST',
    path: `${item}/invite`,
    summary:
      'Invites the people of an import to sign in, after a minute in which it can be stopped. Nobody is invited twice',
    params: one,
    output: Import,
    errors: changing,
  }),
  stopInvite: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/office/delayed/invite/{actionId}/stop`,
    summary: 'Stops invitations to sign in that have not gone out',
    params: z.object({ orgId: Id, actionId: Id }),
    output: null,
    errors: ['organisation_not_found', 'too_late_to_stop'],
  }),
}
