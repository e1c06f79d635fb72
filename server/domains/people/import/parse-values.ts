import type { ImportChoices, ImportFault } from '#contract/people/imports.ts'
import { MOST_OWN_NUMBER, MOST_OWN_TEXT } from '#contract/people/register.ts'
import { foldText } from '#contract/search-words.ts'
import { Email } from '#contract/email.ts'
import { Phone } from '#contract/values.ts'

export interface Fault {
  readonly column: number
  readonly fault: ImportFault
}

/** An own field of a club, as an import needs it. */
export interface OwnField {
  readonly id: string
  readonly kind: 'text' | 'number' | 'date' | 'choice' | 'yes_no'
  readonly options: readonly string[]
}

/** A row as a person. Blank is left out: an import never empties a field. */
export interface ParsedRow {
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly dateOfBirth: string | null
  readonly phone: string
  readonly gender: 'female' | 'male' | 'other' | ''
  readonly address: string
  readonly postCode: string
  readonly city: string
  readonly country: string
  readonly since: string | null
  readonly seasonId: string | null
  readonly tags: readonly string[]
  readonly own: Readonly<Record<string, string | number | boolean>>
  readonly guardian: { readonly name: string; readonly email: string; readonly phone: string } | null
}

export interface Reading {
  readonly columns: readonly string[]
  readonly choices: ImportChoices
  readonly ownFields: readonly OwnField[]
  /** Today in Denmark. */
  readonly today: string
}

/** The longest text of each field in a profile. */
const longest: Readonly<Record<string, number>> = {
  firstName: 80,
  lastName: 80,
  fullName: 160,
  address: 50,
  city: 50,
  country: 60,
  postCode: 16,
  email: 254,
  guardianName: 160,
}

/** Reads a row as a person, with what is wrong in which column. */
export function parseRow(
  cells: readonly string[],
  { columns, choices, ownFields, today }: Reading,
): { readonly person: ParsedRow; readonly errors: readonly Fault[]; readonly split: readonly string[] } {
  const errors: Fault[] = []
  const columnOf = (target: string) => columns.indexOf(target)
  const fail = (target: string, fault: ImportFault) =>
    void errors.push({ column: Math.max(0, columnOf(target)), fault })
  const textOf = (target: string): string => {
    const text = (columnOf(target) === -1 ? '' : (cells[columnOf(target)] ?? '')).trim()
    // A lone dash says that there is none, and a season is chosen for it like for any value of that column.
    if (/^[-–—]$/.test(text)) return target === 'membership' ? text : ''
    if (/^[=@]|^[+-](?![\d(\s])/.test(text)) return (fail(target, 'formula'), '')
    if (text.length > (target.startsWith('field:') ? MOST_OWN_TEXT : (longest[target] ?? 1000)))
      return (fail(target, 'too_long'), '')
    return text
  }
  /** The parsed value of a column; a fault counts as blank. */
  const read = <T>(target: string, blank: T, parse: (text: string) => T | Failure): T => {
    const text = textOf(target)
    if (text === '') return blank
    const value = parse(text)
    if (!(value instanceof Failure)) return value
    fail(target, value.fault)
    return blank
  }
  const names = namesOf(textOf('firstName'), textOf('lastName'), textOf('fullName'))
  const nameColumn = ['fullName', 'firstName', 'lastName'].find((one) => columnOf(one) !== -1) ?? 'firstName'
  const isFormula = errors.length > 0
  if (names.split.length > 0) fail(nameColumn, 'two_people')
  else if (names.firstName === '' && names.lastName === '' && !isFormula) fail(nameColumn, 'name_missing')
  if (names.firstName.length > 80 || names.lastName.length > 80) fail(nameColumn, 'too_long')

  const day = (text: string) => parseDate(text, choices.dateOrder, today)
  const bornDay = (text: string) => {
    const date = day(text)
    if (date instanceof Failure) return date
    if (date > today) return new Failure('date_in_future')
    return date < `${Number(today.slice(0, 4)) - 120}${today.slice(4)}` ? new Failure('date_too_old') : date
  }
  const country = countryOf(textOf('country'))
  const place = splitPlace(read('postCode', '', (text) => parsePostCode(text, country)))
  const seasonOf = (value: string) => {
    const chosen = choices.seasons.find((one) => foldText(one.value) === foldText(value))
    return chosen ? chosen.seasonId : new Failure('membership_unknown')
  }
  const guardian = {
    name: textOf('guardianName'),
    email: read('guardianEmail', '', parseEmail),
    phone: read('guardianPhone', '', parsePhone),
  }
  const own: Record<string, string | number | boolean> = {}
  for (const field of ownFields) {
    const value = read<string | number | boolean | null>(`field:${field.id}`, null, (text) =>
      parseOwn(text, field, day),
    )
    if (value !== null) own[field.id] = value
  }
  const person: ParsedRow = {
    firstName: names.firstName,
    lastName: names.lastName,
    email: read<string | null>('email', null, parseEmail),
    dateOfBirth: read<string | null>('dateOfBirth', null, bornDay),
    phone: read('phone', '', parsePhone),
    gender: read<ParsedRow['gender']>('gender', '', parseGender),
    address: textOf('address'),
    postCode: place.postCode,
    city: textOf('city') || place.city,
    country,
    since: read<string | null>('since', null, (text) => {
      const date = day(text)
      return date instanceof Failure || date <= today ? date : new Failure('date_in_future')
    }),
    seasonId:
      choices.membership === 'season'
        ? choices.seasonId
        : choices.membership === 'column'
          ? read<string | null>('membership', null, seasonOf)
          : null,
    tags: [...new Set([...choices.tags, ...read<string[]>('tags', [], parseTags)])],
    own,
    guardian: guardian.name || guardian.email || guardian.phone ? guardian : null,
  }
  return { person, errors, split: names.split }
}

export class Failure {
  readonly fault: ImportFault
  constructor(fault: ImportFault) {
    this.fault = fault
  }
}

function parseTags(text: string): string[] | Failure {
  const tags = text.split(/[,;|]/).map((tag) => tag.trim())
  return tags.some((tag) => tag.length > 40) ? new Failure('too_long') : tags.filter(Boolean)
}

/** `Anna og Bo Holm`, `Anna Holm & Bo Holm`, `Anna/Bo Holm`. */
const TWO = /\s+(?:og|&|and|\+|samt)\s+|\s*\/\s*|\s*&\s*/i

function namesOf(first: string, last: string, full: string) {
  const given = first || last ? [first, last] : splitName(full)
  const two = (first || full).split(TWO).filter(Boolean)
  if (two.length === 2) {
    const [one = '', other = ''] = two.map((name) => name.trim())
    const surname = first ? last : splitName(other)[1]
    const whole = (name: string) => (first || !/\s/.test(name) ? `${name} ${surname}`.trim() : name)
    return { firstName: '', lastName: '', split: [whole(one), whole(other)] }
  }
  return { firstName: given[0] ?? '', lastName: given[1] ?? '', split: [] }
}

/** `Holm, Anna` and `Anna Marie Holm`: the last word is the surname. */
export function splitName(full: string): [string, string] {
  const [, last, first] = /^([^,]+),\s*(.+)$/.exec(full) ?? []
  if (last !== undefined) return [first!, last]
  const words = full.split(' ')
  return words.length < 2 ? [full, ''] : [words.slice(0, -1).join(' '), words.at(-1)!]
}

function parseEmail(text: string): string | Failure {
  const plain = text.replace(/^mailto:/i, '').replace(/^.*<([^>]+)>$/, '$1')
  const found = Email.safeParse(plain)
  return found.success ? found.data.toLowerCase() : new Failure('email_invalid')
}

function parsePhone(text: string): string | Failure {
  // Two numbers in one cell.
  if (/\d[\s-]*[/,;][\s+]*\d/.test(text) || /\d{8}\s+(og|eller)\s+\d/.test(text)) return new Failure('phones_two')
  const found = Phone.safeParse(text.replace(/^(tlf|mobil|tel)[.: ]*/i, '').replace(/^00(?=\d)/, '+'))
  return found.success ? found.data : new Failure('phone_invalid')
}

const genders: Readonly<Record<string, ParsedRow['gender']>> = {
  k: 'female',
  kvinde: 'female',
  kvindelig: 'female',
  pige: 'female',
  dame: 'female',
  f: 'female',
  female: 'female',
  woman: 'female',
  girl: 'female',
  m: 'male',
  mand: 'male',
  mandlig: 'male',
  dreng: 'male',
  herre: 'male',
  male: 'male',
  man: 'male',
  boy: 'male',
  andet: 'other',
  anden: 'other',
  other: 'other',
  x: 'other',
}

const parseGender = (text: string) => genders[text.toLowerCase().replace('.', '')] ?? new Failure('gender_unknown')

/** Three digits have lost their zero, unless they are of the Faroe Islands or abroad. `DK-8000 Aarhus C` has the town with it. */
function parsePostCode(text: string, country: string): string | Failure {
  const [, land, digits, town = ''] = /^(DK|FO)?[- ]*(\d{3,4})\b[ ,]*(\D*)$/i.exec(text) ?? []
  const isDanish = land ? /dk/i.test(land) : country === '' || country === 'Denmark'
  if (digits !== undefined) return `${isDanish ? digits.padStart(4, '0') : digits} ${town}`.trim()
  // Of another country.
  return /^[A-Z]{0,2}[- ]?\d{2,3} ?\d{2,3}$/i.test(text) ? text : new Failure('post_code_invalid')
}

function splitPlace(place: string): { postCode: string; city: string } {
  const [, postCode, city = ''] = /^(\d{3,4})(?: (\D+))?$/.exec(place) ?? []
  return postCode === undefined ? { postCode: place.replace(/\s/g, ''), city: '' } : { postCode, city }
}

const countryOf = (text: string) => (/^(dk|dan|danmark|denmark)$/i.test(text) ? 'Denmark' : text)

const months = ['jan', 'feb', 'mar', 'apr', 'ma[jy]', 'jun', 'jul', 'aug', 'sep', 'o[kc]t', 'nov', 'dec']

/** A day as people and spreadsheets write it, as `YYYY-MM-DD`. Of two digits the year is the last that has begun. */
export function parseDate(text: string, order: ImportChoices['dateOrder'], today: string): string | Failure {
  // Days since 1900, as spreadsheets count.
  const [, serial] = /^(\d{5})(?:[.,]0+)?$/.exec(text) ?? []
  if (serial) return new Date(Date.UTC(1899, 11, 30) + Number(serial) * 86_400_000).toISOString().slice(0, 10)
  const plain = text.replace(/[T ]\d{1,2}[:.]\d\d([:.]\d\d.*)?$/, '').trim()
  const [, named, name = '', namedYear] = /^(\d{1,2})[. -]*(\p{L}{3,})[. -]*(\d{2}|\d{4})$/u.exec(plain) ?? []
  const month = named ? months.findIndex((one) => new RegExp(`^${one}`, 'i').test(name)) + 1 : 0
  if (month > 0) return dayOf(yearOf(namedYear!, today), month, Number(named))
  const parts = plain.split(/[-./ ]+/).filter(Boolean)
  if (parts.length === 1 && /^\d{8}$/.test(plain)) return ofDigits(plain, order)
  if (parts.length === 2 && parts.every((part) => /^\d{1,2}$/.test(part))) return new Failure('date_without_year')
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return new Failure('date_invalid')
  const [a, b, c] = parts as [string, string, string]
  if (a.length === 4 || (order === 'ymd' && c.length <= 2)) return dayOf(yearOf(a, today), Number(b), Number(c))
  return order === 'mdy' ? dayOf(yearOf(c, today), Number(a), Number(b)) : dayOf(yearOf(c, today), Number(b), Number(a))
}

/** `15022004` or `20040215`. */
const ofDigits = (text: string, order: ImportChoices['dateOrder']) =>
  order === 'ymd' || /^(19|20)\d\d(0[1-9]|1[0-2])/.test(text)
    ? dayOf(Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6)))
    : dayOf(Number(text.slice(4)), Number(text.slice(2, 4)), Number(text.slice(0, 2)))

function yearOf(text: string, today: string): number {
  const year = Number(text)
  if (text.length > 2) return year
  const thisYear = Number(today.slice(0, 4))
  return 2000 + year > thisYear ? 1900 + year : 2000 + year
}

function dayOf(year: number, month: number, day: number): string | Failure {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDay = year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isDay ? date.toISOString().slice(0, 10) : new Failure('date_invalid')
}

function parseOwn(
  text: string,
  { kind, options }: OwnField,
  day: (text: string) => string | Failure,
): string | number | boolean | Failure {
  if (kind === 'date') return day(text)
  if (kind === 'yes_no') {
    if (/^(ja|j|yes|y|x|1|sand|true)$/i.test(text)) return true
    return /^(nej|n|no|0|falsk|false)$/i.test(text) ? false : new Failure('choice_unknown')
  }
  if (kind === 'choice') return options.find((one) => foldText(one) === foldText(text)) ?? new Failure('choice_unknown')
  if (kind === 'text') return text
  // `1.234,5` and `1 234,5`: points and blanks are between thousands.
  const hasThousands = /^[+-]?[1-9]\d{0,2}((\.\d{3})+|( \d{3})+)(,\d+)?$/.test(text)
  const number = Number((hasThousands ? text.replaceAll(/[. ]/g, '') : text).replace(',', '.'))
  return Math.abs(number) < MOST_OWN_NUMBER ? number : new Failure('number_invalid')
}
