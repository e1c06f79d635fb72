// Adds or replaces words in both languages at once: `{ "key": ["dansk", "english"] }` as JSON on standard input.
// Reads, merges, sorts and replaces each file under a lock, so that two people can add words at once.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const folder = path.resolve(import.meta.dirname, '../messages')
const languages = ['da', 'en']

const words = JSON.parse(readFileSync(0, 'utf8'))
for (const [key, texts] of Object.entries(words)) {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(key)) fail(`'${key}' is not lower_snake_case with its area first`)
  const whole = Array.isArray(texts) && texts.length === languages.length && texts.every(Boolean)
  if (!whole) fail(`'${key}' needs two texts: [dansk, english]`)
}

mkdirSync(folder, { recursive: true })
const lock = path.join(folder, '.lock')
await takeLock()
try {
  languages.forEach((language, index) => {
    const file = path.join(folder, `${language}.json`)
    const { $schema, ...present } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    for (const [key, texts] of Object.entries(words)) present[key] = texts[index]
    const sorted = Object.fromEntries(Object.entries(present).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    const whole = { $schema: $schema ?? 'https://inlang.com/schema/inlang-message-format', ...sorted }
    writeFileSync(`${file}.new`, `${JSON.stringify(whole, null, 2)}\n`)
    renameSync(`${file}.new`, file)
  })
} finally {
  rmSync(lock, { recursive: true, force: true })
}
console.log(`${Object.keys(words).length} words`)

/** The lock is a folder, because mkdir is atomic. One left by a killed run is taken over after five seconds. */
async function takeLock() {
  for (let attempt = 0; attempt < 50; attempt++) {
    try {
      return mkdirSync(lock)
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      await wait(100)
    }
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
