import { beforeEach, expect, test, vi } from 'vitest'
import type { Organisation } from '#contract/organisations/organisations.ts'
import { chooseLanguage } from '#web/api/language.ts'
import { saveClubs, savedClubs } from './queries.ts'

const clubs = [{ id: 'a', name: 'Roskilde Fjord Roklub' }] as Organisation[]

beforeEach(() => sessionStorage.clear())

test('the next page finds the saved clubs, for the same member only', () => {
  expect(savedClubs('anna')).toBeUndefined()
  expect(saveClubs('anna', clubs)).toBe(clubs)
  expect(savedClubs('anna')).toEqual(clubs)
  expect(savedClubs('bo')).toBeUndefined()
})

test('clubs saved in another language are ignored', () => {
  saveClubs('anna', clubs)
  chooseLanguage('da')
  expect(savedClubs('anna')).toBeUndefined()
  chooseLanguage('en')
})

test.each(['{', '[]', '{"language":"en","subject":"anna","clubs":7}'])(
  'a stored value that is not a list of clubs is ignored: %s',
  (text) => {
    sessionStorage.setItem('portal.clubs.2', text)
    expect(savedClubs('anna')).toBeUndefined()
  },
)

test('without storage, this page still finds the clubs', () => {
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  expect(saveClubs('anna', clubs)).toBe(clubs)
  refused.mockRestore()
  expect(savedClubs('anna')).toEqual(clubs)
  expect(sessionStorage.getItem('portal.clubs.2')).toBeNull()
})
