import type { ImportTarget } from '#contract/people/imports.ts'
import { foldName, foldPhone } from '../same-person.ts'
import { isAdult, registerIndex, type Registered, sureOf, type UncheckedRow } from './check-rows.ts'
import type { ParsedRow, Reading } from './parse-values.ts'

type Guardian = NonNullable<ParsedRow['guardian']>

export interface FileRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** A guardian whom a child's columns name and who has no row of their own, as a further row. */
export interface GuardianRow extends FileRow {
  readonly guardianOf: readonly number[]
}

const own: Readonly<Record<string, ImportTarget>> = {
  guardianName: 'fullName',
  guardianEmail: 'email',
  guardianPhone: 'phone',
}
const home = ['address', 'postCode', 'city', 'country']

/** Reads a guardian out of the cells of a child. They get neither the memberships nor the tags of the file's people. */
export const guardianReading = ({ columns, choices, today }: Reading): Reading => ({
  columns: columns.map((target) => own[target] ?? (home.includes(target) ? target : '')),
  choices: { ...choices, membership: 'none', tags: [] },
  ownFields: [],
  today,
})

type Adult = Pick<ParsedRow, 'firstName' | 'lastName' | 'email' | 'phone'>

/** Folded names: `Mette` is `Mette Holm`, and so is no name at all. */
function isOneName(one: string, other: string): boolean {
  const [words, others] = [one.split(' '), other.split(' ')]
  return one === '' || words.every((word) => others.includes(word)) || others.every((word) => words.includes(word))
}

const differ = (one: string | null, other: string | null) => !!one && !!other && one !== other

/** Finds the guardian whom a row names: by address, else by name, else by telephone. Whoever has another name or address is somebody else. */
export function guardianFinder<T extends { readonly person: Adult }>(adults: readonly T[]) {
  const named = adults.map((adult) => ({ adult, name: foldName(adult.person.firstName, adult.person.lastName) }))
  const byName = Map.groupBy(named, ({ name }) => name)
  const byEmail = Map.groupBy(named, ({ adult }) => adult.person.email)
  const byPhone = Map.groupBy(named, ({ adult }) => foldPhone(adult.person.phone))
  return (guardian: Guardian): T | undefined => {
    const { email } = guardian
    const [wanted, phone] = [foldName(guardian.name), foldPhone(guardian.phone)]
    const pick = (found: typeof named = []) =>
      found.find(({ adult, name }) => isOneName(wanted, name) && !differ(adult.person.email, email))?.adult
    return (
      (email === '' ? undefined : pick(byEmail.get(email))) ??
      (wanted === '' ? undefined : pick(byName.get(wanted))) ??
      (phone === '' ? undefined : pick(byPhone.get(phone)))
    )
  }
}

interface Facts {
  name: string
  email: string
  phone: string
  /** Its address can be blank: then their home is a post code at most. */
  readonly home: string
  readonly hasAddress: boolean
}

interface Named extends Facts {
  readonly shown: string
  readonly cells: string[]
  readonly children: UncheckedRow[]
}

/** Whether two children name one guardian: by address, else by name and telephone or home. */
function isOneGuardian(one: Facts, other: Facts): boolean {
  if (differ(one.email, other.email)) return false
  if (one.email !== '' && one.email === other.email) return isOneName(one.name, other.name)
  const isOneHome = one.home === other.home && (other.hasAddress || !differ(one.phone, other.phone))
  return one.name === other.name && (isOneHome || (one.phone !== '' && one.phone === other.phone))
}

interface Surroundings {
  /** Of the file, by row. */
  readonly cells: ReadonlyMap<number, readonly string[]>
  readonly columns: readonly string[]
  readonly register: readonly Registered[]
  readonly today: string
  /** Rows of guardians from the check before, which keep their numbers. */
  readonly known: readonly FileRow[]
}

/**
 * Makes rows of the guardians whom children's columns name and who are neither in the file nor, by their address, in the register. An address that a
 * child shares with their guardian is the guardian's.
 */
export function nameGuardians(
  rows: readonly UncheckedRow[],
  { cells, columns, register, today, known }: Surroundings,
): { readonly rows: UncheckedRow[]; readonly guardians: GuardianRow[] } {
  const inFile = guardianFinder(rows.filter(({ person }) => isAdult(person, today)))
  const inRegister = registeredFinder(register.filter((one) => one.leftOn === null && isAdult(one, today)))
  const registered = registerIndex(register)
  const { named, add } = gatherGuardians(columns, cells)
  const facts = new Map<number, Pick<UncheckedRow, 'addressOf' | 'guardianKeeps' | 'guardianMissing'>>()
  for (const child of rows) {
    const { guardian, dateOfBirth, postCode, email } = child.person
    if (!guardian || (dateOfBirth !== null && isAdult(child.person, today))) continue
    const row = inFile(guardian)
    const found = row?.person ?? inRegister(guardian)
    if (found) {
      const keeps = `${found.firstName} ${found.lastName}`.trim()
      if (dateOfBirth !== null && found.email === guardian.email && found.email === email)
        facts.set(child.row, { addressOf: row?.row ?? null, guardianKeeps: keeps })
      continue
    }
    const itself = sureOf(registered, child)
    // Only these find a guardian again when the file is imported once more.
    const isFound = guardian.email !== '' || guardian.phone !== '' || postCode !== ''
    if (itself && (!itself.managed || itself.hasGuardian || !isFound)) continue
    if (guardian.name === '' || dateOfBirth === null)
      facts.set(child.row, { guardianMissing: guardian.name || guardian.email || guardian.phone })
    // Once it is corrected, it names them.
    else if (child.errors.length === 0) add(child, guardian)
  }
  const last = Math.max(0, ...[rows, known].map((some) => some.at(-1)?.row ?? 0))
  const guardians = numberRows(named, known, last)
  for (const [at, { email, shown, children }] of named.entries())
    for (const child of children)
      if (email !== '' && child.person.email === email)
        facts.set(child.row, { addressOf: guardians[at]!.row, guardianKeeps: shown })
  return {
    rows: rows.map((row) => {
      const more = facts.get(row.row)
      return { ...row, ...more, ...(more?.guardianKeeps !== undefined && { person: { ...row.person, email: null } }) }
    }),
    guardians: guardians.toSorted((a, b) => a.row - b.row),
  }
}

/** Finds a guardian among adults of the register, by their address. */
function registeredFinder(adults: readonly Registered[]) {
  const byEmail = new Map(adults.map((adult) => [adult.email, adult]))
  return ({ name, email }: Guardian): Registered | undefined => {
    const found = email === '' ? undefined : byEmail.get(email)
    return found && isOneName(foldName(name), foldName(found.firstName, found.lastName)) ? found : undefined
  }
}

/** Gathers the guardians whom children name, each once, with what the columns of all their children say. */
function gatherGuardians(columns: Surroundings['columns'], cellsOf: Surroundings['cells']) {
  const named: Named[] = []
  const byFact = new Map<string, Named[]>()
  const withFact = (fact: string) => byFact.get(fact) ?? []
  const remember = (one: Named, fact: string) => {
    if (fact !== '' && byFact.get(fact)?.push(one) === undefined) byFact.set(fact, [one])
  }
  const cellOf = ({ row }: UncheckedRow, at: number) => cellsOf.get(row)?.[at] ?? ''
  const add = (child: UncheckedRow, guardian: Guardian) => {
    const { address, postCode } = child.person
    const one: Facts = {
      name: foldName(guardian.name),
      email: guardian.email,
      phone: foldPhone(guardian.phone),
      home: `${foldName(address)} ${postCode}`,
      hasAddress: address !== '',
    }
    const isOne = (each: Named) => isOneGuardian(each, one)
    const before = withFact(one.email).find(isOne) ?? withFact(one.name).find(isOne)
    if (!before) {
      const cells = columns.map((target, at) => (own[target] || home.includes(target) ? cellOf(child, at) : ''))
      const next = { ...one, shown: guardian.name, cells, children: [child] }
      named.push(next)
      remember(next, one.name)
      return remember(next, one.email)
    }
    before.children.push(child)
    for (const [at, target] of columns.entries())
      if (own[target] && before.cells[at] === '') before.cells[at] = cellOf(child, at)
    if (before.email === '') remember(before, one.email)
    before.email ||= one.email
    before.phone ||= one.phone
  }
  return { named, add }
}

/** Those whom the check before named keep their numbers; the others follow the last row. */
function numberRows(named: readonly Named[], known: readonly FileRow[], last: number): GuardianRow[] {
  const numbers = new Map(known.map(({ row, cells }) => [JSON.stringify(cells), row]))
  return named.map(({ cells, children }) => {
    const key = JSON.stringify(cells)
    const row = numbers.get(key) ?? ++last
    numbers.delete(key)
    return { row, cells, guardianOf: children.map((child) => child.row) }
  })
}
