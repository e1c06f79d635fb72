// Both languages say the same things: no key is missing in one, none is unused, and both use the same placeholders.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const languages = ['da', 'en']
const sources = ['contract', 'server', 'web', 'scripts', 'e2e']

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
}
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

/** The texts of one word: one, or one for each plural. */
function variantsOf(text) {
  return typeof text === 'string' ? [text] : text.flatMap(({ match }) => Object.values(match))
}

/** The inputs of a word; a plural may name its input in the declaration only. */
function placeholders(text) {
  const inText = variantsOf(text).flatMap((one) => [...one.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))
  const declared = typeof text === 'string' ? [] : text.flatMap(({ declarations = [] }) => declarations)
  const inputs = declared.flatMap((line) => /^input (\w+)$/.exec(line)?.[1] ?? [])
  return [...new Set([...inText, ...inputs])].toSorted((a, b) => a.localeCompare(b)).join(', ')
}

/** Words are always written as `m.key`, so that this finds them. */
function usedKeys() {
  const found = new Set()
  for (const folder of sources) {
    const files = readdirSync(path.join(root, folder), { recursive: true })
    for (const file of files.filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !name.endsWith('.gen.ts'))) {
      const text = readFileSync(path.join(root, folder, file), 'utf8')
      if (!text.includes('#words/messages.js')) continue
      for (const [, key] of text.matchAll(/\bm\.([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b/g)) found.add(key)
    }
  }
  return found
}
