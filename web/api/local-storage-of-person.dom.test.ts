import { beforeEach, expect, test } from 'vitest'
import { clearStorageOfOthers, clearPersonalStorage } from './local-storage.ts'
import { endSession, useSessionState, type SessionState } from './session/session.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const ofPerson = [
  'order-draft',
  'registration-drafts',
  'message-drafts',
  'portal.first-login',
  'portal.last-place',
  'izytoken',
]
const ofBrowser = ['portal.language', 'portal.clubs.1', 'portal.sign-in-required', 'portal.last-activity']
const keepAll = () => {
  for (const key of [...ofPerson, ...ofBrowser]) localStorage.setItem(key, 'x')
}

test('drafts in a tab stay for the same person and are removed for another', () => {
  clearStorageOfOthers('anna')
  sessionStorage.setItem('draft office-note 1', 'Call back')
  sessionStorage.setItem('note new of 1', 'Allergic')
  sessionStorage.setItem('portal.acting-for', '2')
  clearStorageOfOthers('anna')
  expect(sessionStorage.getItem('draft office-note 1')).toBe('Call back')
  clearStorageOfOthers('bo')
  expect(Object.keys(sessionStorage).toSorted()).toEqual(['portal.acting-for', 'portal.kept-of'])
})

test('drafts written signed out go to the person who signs in', () => {
  sessionStorage.setItem('draft coupon at 1', 'SUMMER')
  clearStorageOfOthers('anna')
  expect(sessionStorage.getItem('draft coupon at 1')).toBe('SUMMER')
})

test('basket, drafts and payment stay for their owner and are removed when somebody else signs in', () => {
  clearStorageOfOthers('anna')
  keepAll()
  sessionStorage.clear()
  clearStorageOfOthers('anna')
  expect(ofPerson.map((key) => localStorage.getItem(key))).toEqual(ofPerson.map(() => 'x'))
  clearStorageOfOthers('bo')
  expect(ofPerson.map((key) => localStorage.getItem(key))).toEqual(ofPerson.map(() => null))
  expect(ofBrowser.map((key) => localStorage.getItem(key))).toEqual(ofBrowser.map(() => 'x'))
})

test('data without an owner is removed', () => {
  keepAll()
  clearStorageOfOthers('anna')
  expect(localStorage.getItem('order-draft')).toBeNull()
})

test('signing out removes personal data and keeps the browser’s settings', () => {
  clearStorageOfOthers('anna')
  keepAll()
  document.cookie = 'izytoken=order; Path=/; SameSite=Lax'
  expect(localStorage.getItem('portal.kept-of')).not.toBeNull()
  clearPersonalStorage()
  expect(Object.keys(localStorage).toSorted()).toEqual(ofBrowser.toSorted())
  expect(document.cookie).not.toContain('izytoken')
  expect(localStorage.getItem('portal.kept-of')).toBeNull()
})

test('a tab that was asleep while somebody else signed in removes nothing of theirs', async () => {
  clearStorageOfOthers('anna')
  const tab = Object.entries(sessionStorage)
  clearStorageOfOthers('bo')
  keepAll()
  sessionStorage.clear()
  for (const [key, value] of tab) sessionStorage.setItem(key, value)
  sessionStorage.setItem('draft office-note 1', 'Call back')
  useSessionState.setState({ status: 'signed-in', token: { subject: 'anna' } } as SessionState)
  const end = { reason: 'elsewhere', initials: 'AH', fromOtherTab: true, showLockScreen: async () => {} } as const
  // There is no provider here, so it ends with an error.
  await endSession(end).catch(() => {})
  expect(ofPerson.map((key) => localStorage.getItem(key))).toEqual(ofPerson.map(() => 'x'))
  expect(sessionStorage.getItem('draft office-note 1')).toBeNull()
})
