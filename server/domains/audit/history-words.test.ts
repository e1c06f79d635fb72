import { expect, test } from 'vitest'
import { entriesOf, type Fields } from '#contract/fields.ts'
import { couponFields } from '#contract/events/office-coupons.ts'
import { questionKinds, QuestionTime } from '#contract/events/questions.ts'
import { eventFields } from '#contract/events/office.ts'
import { seasonFields } from '#contract/memberships/office.ts'
import { handMethods } from '#contract/orders/answers.ts'
import { clubFields } from '#contract/organisations/settings.ts'
import { kindOf } from '#contract/notifications/messages.ts'
import { leaveReasons } from '#contract/people/leaving.ts'
import { personFields } from '#contract/people/profile.ts'
import { teamRoles } from '#contract/people/teams.ts'
import * as m from '#words/messages.js'
import { fieldName, fieldValue, historySentence, writtenFields } from './history-words.ts'

test('a field of the history is worded, with the category or pool it belongs to', () => {
  expect(
    ['graceDays', 'Voksen.price', 'Voksen.Tidlig.until', 'pool.Hal A', 'fromTomorrow'].map((path) =>
      fieldName(path, 'en'),
    ),
  ).toEqual(['Days after the season', 'Voksen: Price', 'Voksen, Tidlig: Until', 'Hal A: Shared places', 'fromTomorrow'])
})

test('money, days, roles and yes are written as people write them', () => {
  expect([
    fieldValue('price', 125_000, 'en'),
    fieldValue('Adult.memberPrice', null, 'en'),
    fieldValue('startDate', '2027-01-01', 'en'),
    fieldValue('startsAt', '2027-07-05T09:30', 'en'),
    fieldValue('roles', ['treasurer', 'secretary'], 'en'),
    fieldValue('isTrial', true, 'en'),
    fieldValue('state', 'live', 'en'),
    fieldValue('title', 'live', 'en'),
    fieldValue('kind', 'Fest', 'en'),
    fieldValue('kind', 'Fælleslørdag', 'en'),
    fieldValue('maxAge', 17, 'en'),
    fieldValue('description', { hash: 'a1b2c3d4', characters: 5123 }, 'en'),
  ]).toEqual([
    '1,250.00',
    '–',
    '1 January 2027',
    '5 July 2027 09:30',
    'Treasurer, Secretary',
    'yes',
    'live',
    'live',
    'Party',
    'Fælleslørdag',
    '17',
    'text of 5,123 characters (a1b2c3d4)',
  ])
})

test.each([
  ['coupon', couponFields],
  ['season', seasonFields],
  ['event', eventFields],
  ['club', clubFields],
  ['person', personFields],
] as [string, Fields][])('every declared field of a %s has a name in the history', (_, fields) => {
  const names = entriesOf(fields).flatMap(([name, { kind }]) =>
    kind === 'parts' ? [] : kind === 'localText' ? [name, `${name}En`] : [name],
  )
  expect(names.filter((name) => fieldName(name, 'en') === name && name !== 'eventId')).toEqual([])
})

test('fields, choices and labels that are keys of ours are worded', () => {
  expect(['membership', 'invitations'].map((name) => fieldName(name, 'en'))).toEqual([
    'Membership',
    'Withdrawn invitations',
  ])
  expect(fieldValue('declined', ['postCode', 'dateOfBirth'], 'en')).toBe('Postcode, Date of birth')
  for (const [field, values] of Object.entries({
    gender: ['female', 'male', 'other'],
    leaveReason: leaveReasons,
    teamRole: teamRoles,
    method: handMethods,
  }))
    expect(
      values.map((value) => fieldValue(field, value, 'da')).filter((word) => values.includes(word as never)),
    ).toEqual([])
  expect(historySentence({ name: 'club_picture_set', label: 'cover' }, 'da')).toBe(
    'Valgte klubbens billede: forsidebillede',
  )
  const unworded = Object.keys(kindOf).filter(
    (label) =>
      historySentence({ name: 'message_resent', label }, 'en') ===
      m.history_message_resent({ label }, { locale: 'en' }),
  )
  expect(unworded).toEqual([])
})

test('what is kept of a question is worded, and its choices are', () => {
  const fields = ['kind', 'required', 'when', 'until', 'options', 'sensitive', 'deleteDays']
  expect(fields.filter((field) => fieldName(`Bus?.${field}`, 'da') === `Bus?: ${field}`)).toEqual([])
  for (const [field, values] of Object.entries({ kind: questionKinds, when: QuestionTime.options }))
    expect(values.filter((value) => fieldValue(`Bus?.${field}`, value, 'da') === value)).toEqual([])
})

test('the event of a discount code has its name, and an id that is kept of it is left out', () => {
  const kept = { eventId: '0198c0de-0000-7000-8000-000000000000', event: 'Lejr' }
  expect(writtenFields(null, kept, 'da')).toEqual([{ name: 'Arrangement', before: '–', after: 'Lejr' }])
})

test('a text that only looks like a day is shown as it is', () => {
  for (const text of ['2026-13-45', '2027-02-29', '0000-00-00T99:99', '9999-99-99'])
    expect(fieldValue('title', text, 'en')).toBe(text)
})
