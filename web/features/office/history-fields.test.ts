import { expect, test } from 'vitest'
import { entriesOf, type Fields } from '#contract/fields.ts'
import { couponFields } from '#contract/office-coupons.ts'
import { eventFields } from '#contract/office-events.ts'
import { seasonFields } from '#contract/office-memberships.ts'
import { setLocale } from '#words/runtime.js'
import { fieldName, fieldValue } from './history-fields.ts'

test('a field of the history is worded, with the category or pool it belongs to', async () => {
  await setLocale('en', { reload: false })
  expect(['graceDays', 'Voksen.price', 'Voksen.Tidlig.until', 'pool.Hal A', 'fromTomorrow'].map(fieldName)).toEqual([
    'Days of grace',
    'Voksen: Price',
    'Voksen, Tidlig: Until',
    'Hal A: Shared places',
    'fromTomorrow',
  ])
})

test('money, days, roles and yes are written as people write them', async () => {
  await setLocale('en', { reload: false })
  expect([
    fieldValue('price', 125_000),
    fieldValue('Adult.memberPrice', null),
    fieldValue('startDate', '2027-01-01'),
    fieldValue('startsAt', '2027-07-05T09:30'),
    fieldValue('roles', ['treasurer', 'secretary']),
    fieldValue('isTrial', true),
    fieldValue('state', 'live'),
    fieldValue('title', 'live'),
    fieldValue('kind', 'Fest'),
    fieldValue('kind', 'Fælleslørdag'),
    fieldValue('maxAge', 17),
    fieldValue('description', { hash: 'a1b2c3d4', characters: 5123 }),
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
] as [string, Fields][])('every declared field of a %s has a name in the history', (_, fields) => {
  const names = entriesOf(fields).flatMap(([name, { kind }]) =>
    kind === 'parts' ? [] : kind === 'localText' ? [name, `${name}En`] : [name],
  )
  expect(names.filter((name) => fieldName(name) === name && name !== 'eventId')).toEqual([])
})
