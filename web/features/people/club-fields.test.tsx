import { expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { wrongOptions } from './club-fields.tsx'

const choices = (options: string) => wrongOptions({ da: 'Skab', en: '', kind: 'choice', options }).options

test('choices that are too long or too many are refused, and none is cut', () => {
  overwriteGetLocale(() => 'en')
  expect(choices('Nord\nSyd | South')).toBeUndefined()
  expect(choices(`Nord\nSyd | ${'x'.repeat(61)}`)).toMatch(/^A choice has at most 60 characters.*x{61}$/)
  expect(choices(Array.from({ length: 31 }, (_, at) => `Skab ${at}`).join('\n'))).toMatch(/^Write at most 30 choices/)
})
