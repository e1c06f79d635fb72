import { beforeEach, expect, test } from 'vitest'
import { clearPersonalStorage, registrationsKey } from '#web/api/local-storage.ts'
import { forgetRegistration, saveRegistration, openRegistration, sentRegistration } from './registration-draft.ts'

const week = 7 * 24 * 60 * 60 * 1000
const place = { memberId: 'alma', category: 'child' }
const chosen = { places: [place], memberships: [] }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('each event has its own draft, which survives a reload', () => {
  saveRegistration('regatta', 'anna', { chosen, coupon: 'SUMMER' })
  expect(openRegistration('regatta', 'anna')).toMatchObject({ chosen, coupon: 'SUMMER' })
  expect(openRegistration('party', 'anna').chosen.places).toEqual([])
  expect(localStorage.getItem(registrationsKey)).toContain('SUMMER')
})

test('a selection made signed out goes to the member who signs in, and nobody else', () => {
  saveRegistration('regatta', null, { wanted: { child: 2 } })
  expect(localStorage.getItem(registrationsKey), 'the next visitor does not see it').toBeNull()
  expect(openRegistration('regatta', 'anna')).toMatchObject({ memberId: 'anna', wanted: { child: 2 } })
  saveRegistration('regatta', 'anna', { chosen, wanted: {} })
  expect(openRegistration('regatta', 'bo')).toMatchObject({ chosen: { places: [] }, wanted: {} })
  expect(openRegistration('regatta', null).chosen.places, 'not for signed-out users').toEqual([])
  expect(openRegistration('regatta', 'anna').chosen, 'and it waits for its person').toEqual(chosen)
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

test('drafts expire after a week, and are cleared when paid and at sign-out', () => {
  saveRegistration('regatta', 'anna', { chosen }, 0)
  expect(openRegistration('regatta', 'anna', week - 1).chosen).toEqual(chosen)
  expect(openRegistration('regatta', 'anna', week).chosen.places).toEqual([])
  saveRegistration('regatta', 'anna', { chosen })
  saveRegistration('party', 'anna', { chosen })
  forgetRegistration('regatta', 'anna')
  expect(openRegistration('regatta', 'anna').chosen.places).toEqual([])
  expect(openRegistration('party', 'anna').chosen).toEqual(chosen)
  clearPersonalStorage()
  expect(openRegistration('party', 'anna').chosen.places).toEqual([])
})

test('drafts of another version or edited by hand are ignored', () => {
  localStorage.setItem(registrationsKey, '{"regatta":{"memberId":"anna"}}')
  expect(openRegistration('regatta', 'anna').chosen.places).toEqual([])
  saveRegistration('regatta', 'anna', { chosen })
  const text = localStorage.getItem(registrationsKey)!
  localStorage.setItem(registrationsKey, text.replace('"category":"child"', '"category":7'))
  expect(openRegistration('regatta', 'anna').chosen.places).toEqual([])
  localStorage.setItem(registrationsKey, 'x')
  expect(openRegistration('regatta', 'anna').chosen.places).toEqual([])
})
