import { beforeEach, expect, test } from 'vitest'
import { forgetRegistration, saveRegistration, openRegistration, sentRegistration } from './registration-draft.ts'

const chosen = { places: [{ memberId: 'alma', category: 'child' }], memberships: [] }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('each event has its own draft, until it is paid', () => {
  saveRegistration('regatta', 'anna', { chosen, coupon: 'SUMMER' })
  saveRegistration('party', 'anna', { coupon: 'WINTER' })
  expect(openRegistration('regatta', 'anna')).toMatchObject({ chosen, coupon: 'SUMMER' })
  forgetRegistration('regatta', 'anna')
  expect(openRegistration('regatta', 'anna')).toMatchObject({ chosen: { places: [] }, coupon: '' })
  expect(openRegistration('party', 'anna').coupon).toBe('WINTER')
})

test('a selection made signed out goes to the member who signs in', () => {
  saveRegistration('regatta', null, { wanted: { child: 2 } })
  expect(openRegistration('regatta', 'anna').wanted).toEqual({ child: 2 })
  saveRegistration('regatta', 'anna', { chosen, wanted: {} })
  expect(openRegistration('regatta', 'anna')).toMatchObject({ chosen, wanted: {} })
  expect(openRegistration('regatta', null).wanted).toEqual({})
})

test('the token of the last attempt stays with the draft, in every tab', () => {
  const token = 'T'.repeat(40)
  const sent = sentRegistration('regatta', 'anna')
  expect(sent.read()).toBeUndefined()
  sent.save({ selection: 'two', token })
  saveRegistration('regatta', 'anna', { chosen })
  expect(sentRegistration('regatta', 'anna').read()).toEqual({ selection: 'two', token })
  expect(sentRegistration('regatta', 'bo').read()).toBeUndefined()
})
