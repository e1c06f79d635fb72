import { beforeEach, expect, test } from 'vitest'
import { Subject } from '#contract/conversations/parts.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { checkQuestion, presetSubject } from './check-message.ts'

const orgId = '0190a000-0000-7000-8000-000000000001'
const given = {
  orgId,
  subject: ' Boats ',
  text: 'Is one free?\u0007\nOn Sunday? ',
  name: 'Eva',
  email: 'Eva@Example.com ',
}

beforeEach(() => overwriteGetLocale(() => 'en'))

test('a valid question is trimmed and stripped of control characters', () => {
  const { question, errors } = checkQuestion(given, true)
  expect(errors).toEqual({})
  expect(question).toEqual({
    orgId,
    subject: 'Boats',
    text: 'Is one free?\nOn Sunday?',
    name: 'Eva',
    email: 'eva@example.com',
  })
  expect(checkQuestion({ ...given, name: '', email: 'x' }, false).question, 'a member is known').toMatchObject({
    name: '',
    email: '',
  })
})

test.each([
  ['orgId', ''],
  ['subject', '  '],
  ['subject', 'x'.repeat(121)],
  ['text', ' \n '],
  ['text', 'x'.repeat(10_001)],
  ['name', ''],
  ['email', 'eva'],
  ['email', ''],
])('%s with "%s" is refused in words', (name, value) => {
  const { question, errors } = checkQuestion({ ...given, [name]: value }, true)
  expect(question).toBeNull()
  expect(Object.keys(errors)).toEqual([name])
  expect(Object.values(errors)[0]).toMatch(/\w/)
})

test.each([
  ['Long oars', 'Long oars'],
  ['a'.repeat(120), 'a'.repeat(120)],
  ['a'.repeat(121), `${'a'.repeat(119)}…`],
  [`${'a'.repeat(118)} bc`, `${'a'.repeat(118)}…`],
  [`${'a'.repeat(118)}🚣 rowing`, `${'a'.repeat(118)}…`],
])('%j becomes a subject that can be sent', (preset, subject) => {
  expect(presetSubject(preset)).toBe(subject)
  expect(Subject.parse(presetSubject(preset))).toBe(subject)
})

test('no subject stays undefined', () => expect(presetSubject(undefined)).toBe(undefined))
