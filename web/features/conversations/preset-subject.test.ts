import { expect, test } from 'vitest'
import { Subject } from '#contract/conversation-parts.ts'
import { presetSubject } from './preset-subject.ts'

test.each([
  ['Long oars', 'Long oars'],
  ['a'.repeat(120), 'a'.repeat(120)],
  ['a'.repeat(121), `${'a'.repeat(119)}…`],
  [`${'a'.repeat(118)} bc`, `${'a'.repeat(118)}…`],
  [`${'a'.repeat(118)}🚣 rowing`, `${'a'.repeat(118)}…`],
])('%j becomes a subject that can be sent', (given, subject) => {
  expect(presetSubject(given)).toBe(subject)
  expect(Subject.parse(presetSubject(given))).toBe(subject)
})

test('none stays none', () => expect(presetSubject(undefined)).toBe(undefined))
