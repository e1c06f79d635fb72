// Checks the messages: no key is missing in one language or unused, both have the same placeholders and plurals, no two keys have the
// same sentence, no text is in the other language, and none has a word that docs/words.md bans.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const languages = ['da', 'en']
const sources = ['contract', 'server', 'web', 'scripts', 'e2e']

/** Texts that may contain words of the other language, with the reason. */
const saidAlike = {
  my_sign_in_unmanaged: 'quotes the answer of the identity provider',
}
/** Counts that are never 1. */
const alwaysSeveral = new Set([
  'buy_pay_in_turn',
  'buy_several_clubs',
  'calendar_first',
  'codes_batch_of',
  'codes_saved_batch',
  'history_long_text',
  'office_events_calendar_cut',
  'organizations_found_first',
  'tickets_of',
])
const englishOnly = new Set(
  'the and you your not with this that from has been was were are is be will can cannot there them they their what when which who our we us if only also again please choose click here sign payment paid club clubs event events ticket tickets membership memberships member members registration register receipt order orders message messages answer reply name address phone'.split(
    ' ',
  ),
)
const danishOnly = new Set(
  'og ikke du dig din dit dine jeg er har kan skal vil med fra til på af den det de der som hvis når eller også kun igen vælg klub klubben klubber arrangement billet billetter medlemskab medlem betaling betalt kvittering ordre besked svar navn adresse telefon'.split(
    ' ',
  ),
)

/** Words that are not used, with those that are: in the messages, and in Danish and English texts outside them. */
const banned = {
  da: [
    [/begivenhed/i, 'arrangement'],
    [/\be-mail/i, 'mail'],
    [/\bkontor(?!@)/i, 'administration'],
    [/\p{L}{2}ér(?!\p{L})/u, 'an imperative without accent'],
    [/^Ret (?!.*[.,])/, 'rediger'],
    [/mine deltagere/i, 'min familie'],
    [/tidligere pris|tidlig(e)? pris/i, 'early bird-pris'],
    [/korttjeneste/i, 'kortindløser'],
    [/portalens drift|for driften/i, 'portalens administrator'],
    [/(sæson|medlemskab(et)?) er til salg/i, 'du kan forny'],
    [/I salg/, 'til salg'],
    [/ud over medlemskab/i, 'tilvalg'],
    [/(beholde?|sikker på) pladsen/i, 'behold medlemskabet'],
    [/\b(ingen|intet) .*passer\b/i, 'fundet'],
    [/springer .* over/i, 'kommer ikke med'],
    [/gjort klar|er gjort/i, 'oprettet, klaret'],
    [/gælde(r)? (færre|mange|\{count\}) /i, 'gælder for'],
    [/\bTomt?:/, 'tomt felt:'],
    [/datoer flytter|flytter hertil/i, 'flyttes'],
    [/begyndelsen/i, 'start'],
    [/billedpunkt/i, 'pixel'],
    [
      /hvad der opfylder|håndkraft|kan I kendes|klubber søges|^Genåbn på pause$|^Andre \{price\}|^Gratis for nogle$/i,
      'docs/words.md',
    ],
    [/af sig selv/i, 'automatisk'],
    [/\budgiv(es|et)?\b|\budgav\b/i, 'offentliggør'],
    [/refusion/i, 'refundering'],
    [/billettype/i, 'kategori'],
    [/superadministrator/i, 'portalens administrator'],
    [/rettighed/i, 'adgang'],
    [/bestilling/i, 'ordre'],
  ],
  en: [
    [/\b(no|any|some|every)body\b/i, 'no one, anyone, someone, everyone'],
    [/\bper cent\b/i, 'percentage, %'],
    [/season is on sale/i, 'you can renew'],
    [/keep (your|the) place/i, 'keep the membership'],
    [/besides the membership/i, 'optional extras'],
    [/ear(ly|lier) prices?\b/i, 'early-bird price'],
    [/full house/i, 'sells out'],
    [/\b(give[ns]?|gave|giving) (\w+ )?back\b|\bcall(ed|s)? (it )?off\b/i, 'refund, cancel'],
    [/so many are sold$/i, 'this many are sold'],
    [/^(Say|Type) (what|why|when|an?|the)\b/, 'enter'],
    [
      /its sale has|failed for some|waits for you|wait for (approval|their)|take (it )?back the|look(s|ing)? (at the page|as operator)|wasn't written|a certain person|has or holds|free for some|^others \{price\}|portal's operator/i,
      'docs/words.md',
    ],
  ],
}
/** Where people read texts that are no messages. */
const outside = {
  da: ['docs/for-members.da.md', 'web/index.html'],
  en: ['README.md', 'docs/for-members.md', 'docs/for-clubs.md'],
}

const words = Object.fromEntries(languages.map((language) => [language, read(language)]))
const keys = new Set(languages.flatMap((language) => Object.keys(words[language])))
const used = usedKeys()
const faults = []

for (const key of [...keys].toSorted()) {
  const missing = languages.filter((language) => !(key in words[language]))
  for (const language of missing) faults.push(`${key}: missing in ${language}`)
  if (missing.length > 0) continue
  const [danish, english] = languages.map((language) => placeholders(words[language][key]))
  if (danish !== english) faults.push(`${key}: da has {${danish}}, en has {${english}}`)
  if (!used.has(key)) faults.push(`${key}: unused`)
  const [ofDanish, ofEnglish] = languages.map((language) => forms(words[language][key]))
  if (ofDanish !== ofEnglish) faults.push(`${key}: da has the forms {${ofDanish}}, en has {${ofEnglish}}`)
}
faults.push(...twins(), ...leftovers(), ...withoutSingular(), ...doubleStops(), ...bannedWords())
for (const key of used) if (!keys.has(key)) faults.push(`${key}: used, but there is no such word`)

for (const fault of faults) console.error(fault)
console.log(faults.length === 0 ? `${keys.size} words in both languages, all used` : `${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0

function read(language) {
  const { $schema: _schema, ...texts } = JSON.parse(
    readFileSync(path.join(root, 'messages', `${language}.json`), 'utf8'),
  )
  for (const [key, text] of Object.entries(texts)) {
    if (!variantsOf(text).every((one) => one.trim() !== '')) faults.push(`${key}: empty in ${language}`)
  }
  return texts
}

/** The texts of a message: one, or one for each plural. */
function variantsOf(text) {
  return typeof text === 'string' ? [text] : text.flatMap(({ match }) => Object.values(match))
}

/** The inputs of a message; a plural may have its input only in the declaration. */
function placeholders(text) {
  const inText = variantsOf(text).flatMap((one) => [...one.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))
  const declared = typeof text === 'string' ? [] : text.flatMap(({ declarations = [] }) => declarations)
  const inputs = declared.flatMap((line) => /^input (\w+)$/.exec(line)?.[1] ?? [])
  return [...new Set([...inText, ...inputs])].toSorted((a, b) => a.localeCompare(b)).join(', ')
}

/** The cases of a plural, or none. */
function forms(text) {
  if (typeof text === 'string') return ''
  const cases = text.flatMap(({ match }) => Object.keys(match).map((one) => one.replace(/^\w+=/, '')))
  return [...new Set(cases)].toSorted((a, b) => a.localeCompare(b)).join(', ')
}

/**
 * Each sentence has one key. A label of up to five words may be repeated in other areas, because each may change alone: a basket's `Paid`
 * is not a receipt's. Within an area it is unique.
 */
function twins() {
  const sayings = new Map()
  for (const key of keys) {
    const said = JSON.stringify(languages.map((language) => words[language][key]))
    sayings.set(said, [...(sayings.get(said) ?? []), key])
  }
  return [...sayings.values()]
    .filter((same) => same.length > 1)
    .filter((same) => !isLabel(words.en[same[0]]) || new Set(same.map(areaOf)).size < same.length)
    .map((same) => `${same.join(', ')}: say the same; use one key`)
}

function isLabel(text) {
  return variantsOf(text).every((one) => one.split(/\s+/).length <= 5 && !/[.!?:]$/.test(one))
}

function areaOf(key) {
  return key.split('_')[0]
}

/** Words of the other language, and untranslated copies. */
function leftovers() {
  return languages.flatMap((language) => {
    const foreign = language === 'da' ? englishOnly : danishOnly
    return [...keys].flatMap((key) => {
      const text = variantsOf(words[language][key] ?? '')
        .join(' ')
        .replace(/\{\w+\}/g, ' ')
      if (key in saidAlike) return []
      const found = (text.match(/\p{L}+/gu) ?? []).find((word) => foreign.has(word.toLowerCase()))
      if (found) return [`${key}: '${found}' in ${language}`]
      const copied =
        language === 'da' && text.split(' ').length > 2 && text === String(words.en[key]).replace(/\{\w+\}/g, ' ')
      return copied && /\p{L}{2,} +\p{L}{2,}/u.test(text) ? [`${key}: the same text in both languages`] : []
    })
  })
}

/** `1 rows`: a count before a plural noun has a text for one. */
function withoutSingular() {
  return Object.entries(words.en)
    .filter(([key, text]) => typeof text === 'string' && !alwaysSeveral.has(key))
    .filter(([, text]) => /\{count\} (?:more |other |of the )?(?:[a-z]+ )?[a-z]+s\b/.test(text))
    .map(([key]) => `${key}: for 1 it says the plural: give it a text for one`)
}

/** A Danish amount ends in 'kr.' already. */
function doubleStops() {
  const amount = /\{(amount|price|total|sum)\}\.(?!\d)/
  return Object.entries(words.da)
    .filter(([, text]) => variantsOf(text).some((one) => amount.test(one)))
    .map(([key]) => `${key}: an amount before a full stop reads 'kr..'; put it elsewhere in the sentence`)
}

/** Texts with a word that is not used. */
function bannedWords() {
  return languages.flatMap((language) => {
    const messages = Object.entries(words[language]).flatMap(([key, text]) =>
      variantsOf(text).map((one) => [`${key} in ${language}`, one]),
    )
    const lines = outside[language].flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .map((line, at) => [`${file}:${at + 1}`, line]),
    )
    return [...messages, ...lines].flatMap(([place, text]) =>
      banned[language].flatMap(([bad, good]) => {
        const found = bad.exec(text)
        return found ? [`${place}: '${found[0]}' is not used (docs/words.md); say ${good}`] : []
      }),
    )
  })
}

/** Messages are always used as `m.key`, so that this finds them. */
function usedKeys() {
  const found = new Set()
  for (const folder of sources) {
    const files = readdirSync(path.join(root, folder), { recursive: true })
    for (const file of files.filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !name.endsWith('.gen.ts'))) {
      const text = readFileSync(path.join(root, folder, file), 'utf8')
      if (!text.includes('#words/messages.js')) continue
      for (const [, key] of text.matchAll(/\bm\.([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b/g)) found.add(key)
      // A word by its name, such as `history_${name}`: all that begin so.
      for (const [, prefix] of text.matchAll(/(?:\bm\[|\bwordOf\()`([a-z][a-z0-9_]*_)\$\{/g))
        for (const key of keys) if (key.startsWith(prefix)) found.add(key)
    }
  }
  return found
}
