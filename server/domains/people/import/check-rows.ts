import { MOST_TAGS } from '#contract/people/register.ts'
import type { ImportCandidate, Verdict } from '#contract/people/imports.ts'
import { ageOn } from '#server/domains/members/index.ts'
import { type Facts, foldName, foldPhone, isSure, likenessOf } from '../same-person.ts'
import type { Fault, ParsedRow } from './parse-values.ts'

/** Somebody in the club's register. */
export interface Registered {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly dateOfBirth: string | null
  readonly phone: string
  readonly gender: string
  readonly address: string
  readonly postCode: string
  readonly city: string
  readonly country: string
  /** The office may edit them. */
  readonly managed: boolean
  readonly hasGuardian: boolean
  readonly since: string
  /** Null while they belong to the club. */
  readonly leftOn: string | null
  readonly leftReason: string | null
  readonly tags: readonly string[]
  readonly fields: Readonly<Record<string, string | number | boolean>>
  /** Seasons that they have. */
  readonly seasons: readonly string[]
}

export interface UncheckedRow {
  readonly row: number
  readonly person: ParsedRow
  readonly errors: readonly Fault[]
  readonly split: readonly string[]
  /** Children whose columns name this row's person as their guardian: the file has no such row. */
  readonly guardianOf?: readonly number[]
  readonly addressOf?: number | null
  /** The guardian who keeps the address that this row has, too. */
  readonly guardianKeeps?: string
  /** Whom a row names as a guardian who is nowhere, and cannot be added: a name of theirs or the child's birth date is missing. */
  readonly guardianMissing?: string | null
}

/** Everything that a check finds of a row. Of checks by earlier versions some of it is not there. */
export interface Found extends Omit<UncheckedRow, 'row'> {
  readonly candidates: readonly ImportCandidate[]
  readonly changes: readonly { readonly field: string; readonly from: string; readonly to: string }[]
  /** Another person of the file has the same address and keeps it: an address belongs to one person. */
  readonly addressOf: number | null
}

export interface CheckedRow extends Found {
  readonly row: number
  readonly verdict: Verdict
}

interface Surroundings {
  readonly register: readonly Registered[]
  /** Addresses of people outside the register. */
  readonly taken: ReadonlySet<string>
  readonly emailColumn: number
  readonly guardianEmailColumn: number
  readonly today: string
  /** The name of a season, as an office reads it. */
  readonly seasonName: (id: string) => string
}

const factsOf = (one: ParsedRow | Registered): Facts => ({
  name: foldName(one.firstName, one.lastName),
  email: one.email,
  dateOfBirth: one.dateOfBirth,
  phone: foldPhone(one.phone),
  postCode: one.postCode.replace(/\s/g, ''),
})

/** People by what finds them. */
class Index<T extends { readonly facts: Facts }> {
  private readonly byKey = new Map<string, T[]>()

  add(one: T): void {
    for (const key of keysOf(one.facts)) this.byKey.set(key, [...(this.byKey.get(key) ?? []), one])
  }

  find(facts: Facts): T[] {
    return [...new Set(keysOf(facts).flatMap((key) => this.byKey.get(key) ?? []))]
  }
}

const keysOf = ({ name, email }: Facts) => [...(name ? [`name ${name}`] : []), ...(email ? [`email ${email}`] : [])]

type RegisterIndex = Index<{ readonly facts: Facts; readonly person: Registered }>

export function registerIndex(register: readonly Registered[]): RegisterIndex {
  const known: RegisterIndex = new Index()
  for (const person of register) known.add({ facts: factsOf(person), person })
  return known
}

/** The one person of the register who a row surely is. */
export function sureOf(known: RegisterIndex, { person }: Pick<UncheckedRow, 'person'>): Registered | undefined {
  const facts = factsOf(person)
  const found = known.find(facts).filter((one) => isOne(facts, one.facts))
  return found.length === 1 ? found[0]!.person : undefined
}

/** Compares rows with the register and with each other. Nothing is read or written. */
export function checkRows(
  rows: readonly UncheckedRow[],
  { register, taken, emailColumn, guardianEmailColumn, today, seasonName }: Surroundings,
): CheckedRow[] {
  const known = registerIndex(register)
  const earlier = new Index<{ facts: Facts; row: UncheckedRow }>()
  const keepers = addressKeepers(rows, today)
  return rows.map((row) => {
    const facts = factsOf(row.person)
    const keeper = row.person.email === null ? null : keepers.get(row.person.email)!
    const isShared = keeper !== null && keeper.row !== row && !isOne(keeper.facts, facts)
    const person = isShared ? { ...row.person, email: null } : row.person
    const own = factsOf(person)
    const base = {
      ...row,
      person,
      changes: [],
      candidates: [],
      addressOf: isShared ? keeper.row.row : (row.addressOf ?? null),
      ...(isShared && keeper.row.guardianOf && { guardianKeeps: nameOf(keeper.row.person) }),
    }
    const isTaken = own.email !== null && taken.has(own.email)
    const errors = isTaken
      ? [...row.errors, { column: row.guardianOf ? guardianEmailColumn : emailColumn, fault: 'email_taken' as const }]
      : row.errors
    if (errors.length > 0) return { ...base, errors, verdict: 'error' as const }
    const likely = known.find(own).flatMap((one) => {
      const because = likenessOf(own, one.facts)
      return because ? [{ because, person: one.person }] : []
    })
    const twins = earlier.find(own).flatMap((one) => {
      const because = likenessOf(own, one.facts)
      return because && because !== 'email_other_name' ? [{ because, row: one.row }] : []
    })
    earlier.add({ facts: own, row })
    const sure = likely.filter(({ because }) => isSure(because))
    const candidates = [
      ...likely.toSorted((a, b) => Number(isSure(b.because)) - Number(isSure(a.because))).map(candidateOf),
      ...twins.map(twinOf),
    ].slice(0, 5)
    const match = sure[0]
    if (match && sure.length === 1 && twins.length === 0 && !hasDied(match.person)) {
      const changes = changesOf(knownFacts(base), match.person, seasonName)
      const verdict = changes.length > 0 ? ('changes' as const) : ('same' as const)
      return { ...base, errors, candidates: [candidateOf(match)], changes, guardianMissing: null, verdict }
    }
    return { ...base, errors, candidates, verdict: candidates.length > 0 ? ('unsure' as const) : ('new' as const) }
  })
}

const ADULT = 18

/** Whoever has no birth date counts as an adult. */
export const isAdult = ({ dateOfBirth }: Pick<ParsedRow, 'dateOfBirth'>, today: string): boolean =>
  dateOfBirth === null || ageOn(today, dateOfBirth) >= ADULT

const isOne = (one: Facts, other: Facts) => {
  const because = likenessOf(one, other)
  return because !== null && isSure(because)
}

/** Of those in a file who share an address, the oldest adult keeps it; of those without a birth date, the first. */
function addressKeepers(rows: readonly UncheckedRow[], today: string) {
  const ageOf = (person: ParsedRow) =>
    isAdult(person, today) ? (person.dateOfBirth ?? '9') : `99${person.dateOfBirth}`
  const keepers = new Map<string, { row: UncheckedRow; facts: Facts }>()
  for (const row of rows) {
    if (row.person.email === null) continue
    const facts = factsOf(row.person)
    const before = keepers.get(row.person.email)
    const isOlder = before && ageOf(row.person) < ageOf(before.row.person)
    if (!before || (isOlder && !isOne(before.facts, facts))) keepers.set(row.person.email, { row, facts })
  }
  return keepers
}

const nameOf = ({ firstName, lastName }: Pick<ParsedRow, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`.trim()

const hasDied = ({ leftReason }: Registered) => leftReason === 'deceased'

const candidateOf = ({ because, person }: { because: ImportCandidate['because']; person: Registered }) => ({
  memberId: person.id,
  row: null,
  because,
  name: nameOf(person),
  dateOfBirth: person.dateOfBirth,
  email: person.email,
  phone: person.phone,
  postCode: person.postCode,
  ...(hasDied(person) && { died: true }),
})

const twinOf = ({ because, row }: { because: ImportCandidate['because']; row: UncheckedRow }) => ({
  memberId: null,
  row: row.row,
  because,
  name: nameOf(row.person),
  dateOfBirth: row.person.dateOfBirth,
  email: row.person.email,
  phone: row.person.phone,
  postCode: row.person.postCode,
  ...(row.guardianOf && { guardianOf: row.guardianOf[0]! }),
})

/** Fields of a profile, which an office edits only of people whom it manages. */
export const profileFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'dateOfBirth',
  'gender',
  'address',
  'postCode',
  'city',
  'country',
] as const

/** A person's tags with those of a row, as many as somebody can have. */
export const tagsOf = (row: ParsedRow, { tags }: Pick<Registered, 'tags'>): string[] =>
  [...new Set([...tags, ...row.tags])].slice(0, Math.max(MOST_TAGS, tags.length))

/** A child's home is that of a guardian who is added. Whoever is there already keeps their own. */
export const knownFacts = ({ person, guardianOf }: Pick<Found, 'person' | 'guardianOf'>): ParsedRow =>
  guardianOf ? { ...person, address: '', postCode: '', city: '', country: '' } : person

/** Fields that the import would write over those of the register. Blank cells change nothing, nor do capitals. */
export function changesOf(row: ParsedRow, person: Registered, seasonName: (id: string) => string = (id) => id) {
  const changes: { field: string; from: string; to: string }[] = []
  if (person.managed)
    for (const field of profileFields) {
      const [from, to] = [person[field] ?? '', row[field] ?? '']
      const isSame = field === 'phone' ? foldPhone(from) === foldPhone(to) : from.toLowerCase() === to.toLowerCase()
      if (to !== '' && !isSame) changes.push({ field, from, to })
    }
  if (person.leftOn !== null) changes.push({ field: 'left', from: person.leftOn, to: '' })
  if (row.since !== null && row.since < person.since)
    changes.push({ field: 'since', from: person.since, to: row.since })
  const tags = tagsOf(row, person)
  if (tags.length > person.tags.length)
    changes.push({ field: 'tags', from: person.tags.join(', '), to: tags.join(', ') })
  for (const [id, value] of Object.entries(row.own))
    if (person.fields[id] !== value)
      changes.push({ field: `field:${id}`, from: String(person.fields[id] ?? ''), to: String(value) })
  if (row.seasonId !== null && !person.seasons.includes(row.seasonId))
    changes.push({ field: 'membership', from: '', to: seasonName(row.seasonId) })
  return changes
}
