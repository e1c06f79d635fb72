import { foldText } from '#contract/search-words.ts'
import type { ImportTarget } from '#contract/people/imports.ts'

/** Heads of Danish and English lists, folded and without signs. A head that begins with one of them counts, too. */
const known: Readonly<Record<ImportTarget, readonly string[]>> = {
  firstName: ['fornavn', 'fornavne', 'first name', 'firstname', 'given name', 'forename'],
  lastName: ['efternavn', 'last name', 'lastname', 'surname', 'family name'],
  fullName: ['navn', 'fulde navn', 'name', 'full name', 'medlem', 'medlemsnavn', 'member'],
  email: ['email', 'e mail', 'mail', 'mailadresse', 'emailadresse', 'e mailadresse', 'email address'],
  phone: ['telefon', 'telefonnummer', 'tlf', 'mobil', 'mobilnummer', 'mobiltelefon', 'phone', 'mobile', 'cell'],
  dateOfBirth: [
    'fodselsdato',
    'fodselsdag',
    'fodt',
    'fodd',
    'cpr',
    'personnummer',
    'birth date',
    'birthdate',
    'date of birth',
    'birthday',
    'born',
    'dob',
  ],
  gender: ['kon', 'gender', 'sex'],
  address: ['adresse', 'vejnavn', 'vej', 'gade', 'gadenavn', 'address', 'street'],
  postCode: ['postnr', 'postnummer', 'post nr', 'post code', 'postcode', 'postal code', 'zip', 'zipcode'],
  city: ['by', 'bynavn', 'postdistrikt', 'city', 'town'],
  country: ['land', 'country'],
  since: [
    'indmeldt',
    'indmeldelse',
    'indmeldelsesdato',
    'medlem siden',
    'indmeldingsdato',
    'joined',
    'member since',
    'since',
  ],
  membership: [
    'medlemstype',
    'medlemskab',
    'kontingent',
    'kontingenttype',
    'type',
    'kategori',
    'membership',
    'member type',
    'plan',
  ],
  tags: ['maerker', 'maerke', 'hold', 'gruppe', 'grupper', 'afdeling', 'tags', 'tag', 'group', 'groups', 'team'],
  guardianName: [
    'foraelder',
    'foraeldre',
    'foraeldres',
    'vaerge',
    'vaerges',
    'kontaktperson',
    'mor',
    'mors',
    'far',
    'fars',
    'guardian',
    'parent',
  ],
  guardianEmail: [],
  guardianPhone: [],
}

const fold = (head: string) =>
  foldText(head)
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()

const targetOf = new Map(
  Object.entries(known).flatMap(([target, heads]) => heads.map((head) => [fold(head), target as ImportTarget])),
)

/**
 * The longest known beginning of a head: `Tlf. privat` is a telephone number. With a word for a guardian it is theirs: `Forælder 1 e-mail`,
 * `Mobil (mor)`.
 */
export function targetOfHead(head: string): ImportTarget | '' {
  const words = fold(head)
    .replace(/\s\d+(?=\s|$)/g, '')
    .split(' ')
  const others = words.filter((word) => targetOf.get(word) !== 'guardianName')
  const target = targetOfWords(others)
  if (others.length === words.length) return target
  if (target === 'email') return 'guardianEmail'
  if (target === 'phone') return 'guardianPhone'
  return ['', 'fullName', 'firstName'].includes(target) ? 'guardianName' : ''
}

function targetOfWords(words: readonly string[]): ImportTarget | '' {
  for (let count = words.length; count > 0; count--) {
    const target = targetOf.get(words.slice(0, count).join(' '))
    if (target) return target
  }
  return ''
}

/** How many cells of a row are heads. A row with a number or an address is a person's. */
export function headsIn(cells: readonly string[]): number {
  if (cells.some((cell) => /@|\d{4,}/.test(cell))) return 0
  return cells.filter((cell) => targetOfHead(cell)).length
}

/** By its content, of a column without a head that says it. */
function targetOfValues(values: readonly string[]): ImportTarget | '' {
  const filled = values.filter(Boolean)
  const most = (pattern: RegExp) =>
    filled.length > 0 && filled.filter((one) => pattern.test(one)).length / filled.length > 0.7
  if (most(/^\S+@\S+\.\S+$/)) return 'email'
  if (most(/^\d{1,4}[-./]\d{1,2}[-./]\d{2,4}$/)) return 'dateOfBirth'
  if (most(/^(\+|00)?[\d ()-]{8,16}$/)) return 'phone'
  if (most(/^(DK-?)?\d{3,4}$/)) return 'postCode'
  if (most(/^(k|m|kvinde|mand|f|female|male|pige|dreng)$/i)) return 'gender'
  if (most(/^\p{L}[\p{L}.' -]+\s\d+\s*\p{L}?([, ].*)?$/u)) return 'address'
  if (most(/^\p{Lu}[\p{L}'-]+(\s\p{L}[\p{L}.'-]*)+$/u)) return 'fullName'
  return ''
}

/** Which field each column is, by its head or else its content. Each is guessed once; the first column that looks like it counts. */
export function guessColumns(
  heads: readonly string[] | null,
  rows: readonly (readonly string[])[],
  columns: number,
): (ImportTarget | '')[] {
  const sample = rows.slice(0, 50)
  const guessed: (ImportTarget | '')[] = []
  for (let at = 0; at < columns; at++) {
    const head = heads?.[at] ?? ''
    const target = head ? targetOfHead(head) : targetOfValues(sample.map((cells) => cells[at] ?? ''))
    guessed.push(target && guessed.includes(target) ? '' : target)
  }
  // `Navn` beside `Efternavn` is the first name.
  const [name, last] = [guessed.indexOf('fullName'), guessed.indexOf('lastName')]
  if (name !== -1 && last !== -1) guessed[name] = guessed.includes('firstName') ? '' : 'firstName'
  return guessed
}
