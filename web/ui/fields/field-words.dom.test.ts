import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Email } from '#contract/email.ts'
import { integer, LocalDate, text } from '#contract/values.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import './field-words.ts'

overwriteGetLocale(() => 'da')
const wordsOf = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

test.each([
  ['an address without a real domain', Email, 'bo@ro–klub.dk', 'Skriv en gyldig mailadresse.'],
  ['a character that cannot be stored', text(), 'Bo\ud800', 'Det er ikke gyldigt. Tjek det igen.'],
  ['half a day', LocalDate, '12-24', 'Skriv en gyldig dato.'],
  ['a day whose year is not whole', LocalDate, '0082-12-24', 'Skriv en gyldig dato.'],
  ['a number that is too large', integer(0, 366), 367, 'Skriv højst 366.'],
  ['a number that is too small', integer(1, 366), 0, 'Skriv mindst 1.'],
  [
    'an amount that is too large',
    z.object({ price: integer(0, 100) }),
    { price: 101 },
    'Det er ikke gyldigt. Tjek det igen.',
  ],
  ['a text that is too long', text(3), 'abcd', 'Skriv højst 3 tegn.'],
] as const)('%s is refused in Danish', (_, schema, value, words) => {
  expect(wordsOf(schema, value)).toBe(words)
})
