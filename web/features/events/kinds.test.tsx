import { expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { kindOf, kindWords, langOfKind, suggestedKinds } from './kinds.tsx'

test('a known kind is read in either language, and one of the club’s own stays Danish', () => {
  overwriteGetLocale(() => 'da')
  expect(['Fest', 'Prøve', 'Sæltælling'].map(kindWords)).toEqual(['Fest', 'Prøve', 'Sæltælling'])
  expect(langOfKind('Sæltælling')).toBeUndefined()
  overwriteGetLocale(() => 'en')
  expect(['Fest', 'Prøve', 'Sæltælling'].map(kindWords)).toEqual(['Party', 'Rehearsal', 'Sæltælling'])
  expect(['Fest', 'Sæltælling'].map(langOfKind)).toEqual([undefined, 'da'])
})

test('a kind is stored the same, whichever language it is typed in', () => {
  expect(['Party', 'fest ', 'Rehearsal', ' Sæltælling'].map(kindOf)).toEqual(['Fest', 'Fest', 'Prøve', 'Sæltælling'])
  for (const language of ['da', 'en'] as const) {
    overwriteGetLocale(() => language)
    expect(new Set(suggestedKinds()).size).toBe(suggestedKinds().length)
    expect(suggestedKinds().map((typed) => kindWords(kindOf(typed)))).toEqual(suggestedKinds())
  }
  overwriteGetLocale(() => 'en')
})
