import type { Language } from '#contract/values.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import { formatMomentIn } from '#server/documents/format.ts'
import * as m from '#words/messages.js'
import { isFilled, readableRow, type Row, valueOf } from './person-words.ts'

export interface Section {
  readonly name: string
  readonly title: { readonly da: string; readonly en: string }
  readonly rows: readonly Row[]
}

interface IndexOf {
  readonly name: string
  readonly madeAt: string
  readonly sections: readonly Section[]
  readonly files: readonly string[]
  /** Names of clubs by id. */
  readonly clubs: ReadonlyMap<string, string>
}

/** The columns that the index shows, with their headings. Everything else is in `data.json`. */
const columns: Readonly<Record<string, readonly [da: string, en: string]>> = {
  org_id: ['Klub', 'Club'],
  first_name: ['Fornavn', 'First name'],
  last_name: ['Efternavn', 'Last name'],
  email: ['Mail', 'E-mail'],
  phone: ['Telefon', 'Phone'],
  date_of_birth: ['Fødselsdato', 'Date of birth'],
  gender: ['Køn', 'Gender'],
  address_line1: ['Adresse', 'Address'],
  address_line2: ['Adresse, linje 2', 'Address, line 2'],
  address_line3: ['Adresse, linje 3', 'Address, line 3'],
  post_code: ['Postnummer', 'Postcode'],
  city: ['By', 'City'],
  country: ['Land', 'Country'],
  language: ['Sprog', 'Language'],
  registration_date: ['Oprettet', 'Registered'],
  name: ['Navn', 'Name'],
  kind: ['Type', 'Type'],
  type: ['Type', 'Type'],
  subject: ['Emne', 'Subject'],
  title: ['Titel', 'Title'],
  question: ['Spørgsmål', 'Question'],
  value: ['Svar', 'Answer'],
  text: ['Tekst', 'Text'],
  message: ['Tekst', 'Text'],
  author: ['Skrevet af', 'Written by'],
  sender: ['Fra', 'From'],
  label: ['Navn', 'Name'],
  member_name: ['For', 'For'],
  invitee_email: ['Inviteret', 'Invited'],
  number: ['Nummer', 'Number'],
  year: ['År', 'Year'],
  status: ['Status', 'Status'],
  state: ['Status', 'Status'],
  from_status: ['Fra', 'From'],
  to_status: ['Til', 'To'],
  category_name: ['Kategori', 'Category'],
  start_date: ['Fra', 'From'],
  end_date: ['Til', 'Until'],
  starts_at: ['Begynder', 'Begins'],
  price: ['Pris', 'Price'],
  total: ['I alt', 'Total'],
  amount: ['Beløb', 'Amount'],
  refunded: ['Refunderet', 'Refunded'],
  coupon_code: ['Rabatkode', 'Discount code'],
  billing: ['Regning til', 'Billed to'],
  device: ['Enhed', 'Device'],
  template: ['Besked', 'Message'],
  channel: ['Kanal', 'Channel'],
  wanted: ['Ønskes', 'Wanted'],
  roles: ['Roller', 'Roles'],
  reason: ['Begrundelse', 'Reason'],
  added_reason: ['Begrundelse', 'Reason'],
  issuer: ['Udsteder', 'Issuer'],
  expires: ['Udløber', 'Expires'],
  auto_renewal: ['Fornyes automatisk', 'Renewed automatically'],
  created_at: ['Oprettet', 'Created'],
  at: ['Tidspunkt', 'Time'],
  sent_at: ['Sendt', 'Sent'],
  paid_at: ['Betalt', 'Paid'],
  issued_at: ['Udstedt', 'Issued'],
  read_at: ['Læst', 'Read'],
  last_seen_at: ['Sidst brugt', 'Last used'],
  started_at: ['Begyndt', 'Started'],
  ended_at: ['Sluttet', 'Ended'],
  deleted_at: ['Slettet', 'Deleted'],
  present_at: ['Mødt', 'Present'],
}

/** Headings of columns that mean something else in one table; null where it has nothing to read. */
const ownColumns: Readonly<Record<string, (typeof columns)[string] | null>> = {
  'acts.name': ['Hvad', 'What'],
  'office_history.name': ['Hvad', 'What'],
  'office_history.label': null,
  'saved_cards.label': ['Kort', 'Card'],
  'member_identities.subject': null,
  'payments.reason': null,
  'exports.total': null,
}

const headingOf = (table: string, column: string) => {
  const own = ownColumns[`${table}.${column}`]
  return own === undefined ? columns[column]! : own
}

/** A page that shows what is in the export, to open without the portal. */
export function indexPage({ name, madeAt, sections, files, clubs }: IndexOf, language: Language): string {
  const locale = { locale: language }
  const title = m.own_data_index_title({ name }, locale)
  const listed = files.map((file) => `<li><a href="${escape(encodeURI(file))}">${escape(file)}</a></li>`).join('')
  const day = copenhagenDate(new Date(madeAt))
  const tables = sections.map((section) => tableOf(section, language, clubs, day)).join('\n')
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color-scheme: light dark }
  div { overflow-x: auto } table { border-collapse: collapse } caption { text-align: left }
  th, td { border-bottom: 1px solid #8888; padding: .3rem 1rem .3rem 0; text-align: left; vertical-align: top; white-space: pre-wrap }
</style>
<h1>${escape(title)}</h1>
<p>${escape(m.own_data_index_text({ at: formatMomentIn(madeAt, 'Europe/Copenhagen', language) }, locale))}</p>
${files.length > 0 ? `<h2>${escape(m.own_data_index_files({}, locale))}</h2>\n<ul>${listed}</ul>` : ''}
${tables}
</html>
`
}

function tableOf(
  { name, title, rows: kept }: Section,
  language: Language,
  clubs: ReadonlyMap<string, string>,
  day: string,
): string {
  const at = language === 'da' ? 0 : 1
  const rows = kept.map((row) => readableRow(name, row, language, day))
  const shown = Object.keys(columns).filter(
    (column) => headingOf(name, column) && rows.some((row) => isFilled(row[column])),
  )
  const head = shown.map((column) => `<th scope="col">${escape(headingOf(name, column)![at])}</th>`).join('')
  const body = rows
    .map(
      (row) =>
        `<tr>${shown.map((column) => `<td>${escape(valueOf(name, column, row, language, clubs))}</td>`).join('')}</tr>`,
    )
    .join('\n')
  return `<h2>${escape(title[language])} (${rows.length})</h2>\n<div><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign]!)
