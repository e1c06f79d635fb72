import { beforeEach, expect, test, vi } from 'vitest'
import type { Organisation } from '#contract/organisations.ts'
import { chooseLanguage } from '#web/api/language.ts'
import { keepClubs, keptClubs } from './queries.ts'

const clubs = [{ id: 'a', name: 'Roskilde Fjord Roklub' }] as Organisation[]

beforeEach(() => sessionStorage.clear())

test('the clubs are there on the next page, for whoever they are of', () => {
  expect(keptClubs('anna')).toBeUndefined()
  expect(keepClubs('anna', clubs)).toBe(clubs)
  expect(keptClubs('anna')).toEqual(clubs)
  expect(keptClubs('bo')).toBeUndefined()
})

test('clubs described in another language are not shown', () => {
  keepClubs('anna', clubs)
  chooseLanguage('da')
  expect(keptClubs('anna')).toBeUndefined()
  chooseLanguage('en')
})

test.each(['{', '[]', '{"language":"en","subject":"anna","clubs":7}'])(
  'what is no list of clubs counts as nothing: %s',
  (text) => {
    sessionStorage.setItem('portal.clubs.2', text)
    expect(keptClubs('anna')).toBeUndefined()
  },
)

test('a browser that keeps nothing still shows them, on this page', () => {
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  expect(keepClubs('anna', clubs)).toBe(clubs)
  refused.mockRestore()
  expect(keptClubs('anna')).toEqual(clubs)
  expect(sessionStorage.getItem('portal.clubs.2')).toBeNull()
})
