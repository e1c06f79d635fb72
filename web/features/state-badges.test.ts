import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ticketStates } from '#web/features/events/words.ts'
import { membershipStates } from './memberships/words.ts'
import { orderStates } from './orders/words.ts'

/** Where the states of each thing have their words and colours. */
const maps = {
  'features/orders/words.ts': Object.keys(orderStates),
  'features/memberships/words.ts': Object.keys(membershipStates),
  'features/events/words.ts': Object.keys(ticketStates),
}

const web = path.resolve(import.meta.dirname, '..')
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(web, file), 'utf8') }))

test.each(Object.entries(maps))('the states in %s are worded nowhere else', (map, states) => {
  const { text } = sources.find(({ file }) => file === map)!
  const words = states.map((state) => new RegExp(`\\b${state}: \\{ label: m\\.(\\w+)`).exec(text)![1]!)
  const elsewhere = sources.flatMap(({ file, text: other }) =>
    file === map
      ? []
      : words.filter((word) => new RegExp(`\\bm\\.${word}\\(`).test(other)).map((word) => `${file}: ${word}`),
  )
  expect(elsewhere).toEqual([])
})

test('a badge of a ticket, registration, order or membership has no words or colour of its own', () => {
  const own = sources
    .filter(({ file }) =>
      /^features\/(events\/(tickets|office\/registration)|orders|memberships)|^routes\/.*(payments|memberships|tickets)/.test(
        file,
      ),
    )
    .flatMap(({ file, text }) =>
      [...text.matchAll(/<Badge[^>]*color="\w+"[^>]*>\s*\{m\.(\w+)/g)].map(([, word]) => `${file}: ${word}`),
    )
  // Facts beside the state: a test, how it was added, when it is due, about its answers, and that there is none.
  const facts = /(_test|_test_mode|by_hand|owes_\w+|outside_ages|answers_missing_badge|has_sensitive|table_none)$/
  expect(own.filter((one) => !facts.test(one))).toEqual([])
})
