import { beforeEach, expect, test } from 'vitest'
import { draftKey, clearStorageOfOthers, clearPersonalStorage } from './local-storage.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const ofPerson = [draftKey, 'registration-drafts', 'message-drafts', 'portal.first-login', 'izytoken']
const ofBrowser = ['portal.language', 'portal.clubs.1', 'portal.sign-in-required', 'portal.last-activity']
const keepAll = () => {
  for (const key of [...ofPerson, ...ofBrowser]) localStorage.setItem(key, 'x')
}

test('what was typed in a tab stays for the same person, and is gone for another', () => {
  clearStorageOfOthers('anna')
  sessionStorage.setItem('draft office-note 1', 'Call back')
  sessionStorage.setItem('note new of 1', 'Allergic')
  sessionStorage.setItem('portal.acting-for', '2')
  clearStorageOfOthers('anna')
  expect(sessionStorage.getItem('draft office-note 1')).toBe('Call back')
  clearStorageOfOthers('bo')
  expect(Object.keys(sessionStorage).toSorted()).toEqual(['portal.acting-for', 'portal.kept-of'])
})

test('what was typed signed out goes with whoever signs in', () => {
  sessionStorage.setItem('draft coupon at 1', 'SUMMER')
  clearStorageOfOthers('anna')
  expect(sessionStorage.getItem('draft coupon at 1')).toBe('SUMMER')
})

test('basket, drafts and payment wait for their person, and are gone once somebody else signs in', () => {
  clearStorageOfOthers('anna')
  keepAll()
  sessionStorage.clear()
  clearStorageOfOthers('anna')
  expect(ofPerson.map((key) => localStorage.getItem(key))).toEqual(ofPerson.map(() => 'x'))
  clearStorageOfOthers('bo')
  expect(ofPerson.map((key) => localStorage.getItem(key))).toEqual(ofPerson.map(() => null))
  expect(ofBrowser.map((key) => localStorage.getItem(key))).toEqual(ofBrowser.map(() => 'x'))
})

test('what nobody knows whose it is is nobody’s', () => {
  keepAll()
  clearStorageOfOthers('anna')
  expect(localStorage.getItem(draftKey)).toBeNull()
})

test('whoever signs out leaves nothing of theirs, and what is the browser’s', () => {
  clearStorageOfOthers('anna')
  keepAll()
  document.cookie = 'izytoken=order; Path=/; SameSite=Lax'
  expect(localStorage.getItem('portal.kept-of')).not.toBeNull()
  clearPersonalStorage()
  expect(Object.keys(localStorage).toSorted()).toEqual(ofBrowser.toSorted())
  expect(document.cookie).not.toContain('izytoken')
  expect(localStorage.getItem('portal.kept-of')).toBeNull()
})
