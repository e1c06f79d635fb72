import { beforeEach, expect, test, vi } from 'vitest'
import type { Organisation } from '#contract/organisations.ts'
import { chooseLanguage } from '#web/api/language.ts'
import { keepClubs, keptClubs } from './kept-clubs.ts'

const clubs = [{ id: 'a', name: 'Roskilde Fjord Roklub' }] as Organisation[]

beforeEach(() => localStorage.clear())

test('the clubs are there in the next visit', () => {
  expect(keptClubs()).toBeUndefined()
  expect(keepClubs(clubs)).toBe(clubs)
  expect(keptClubs()).toEqual(clubs)
})

test('clubs described in another language are not shown', () => {
  keepClubs(clubs)
  chooseLanguage('da')
  expect(keptClubs()).toBeUndefined()
  chooseLanguage('en')
})

test.each(['{', '[]', '{"language":"en","clubs":7}'])('what is no list of clubs counts as nothing: %s', (text) => {
  localStorage.setItem('portal.clubs.1', text)
  expect(keptClubs()).toBeUndefined()
})

test('a browser that keeps nothing still shows them, on this page', () => {
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  expect(keepClubs(clubs)).toBe(clubs)
  refused.mockRestore()
  expect(keptClubs()).toEqual(clubs)
  expect(localStorage.getItem('portal.clubs.1')).toBeNull()
})
