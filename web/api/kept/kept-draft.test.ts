import { beforeEach, expect, test } from 'vitest'
import { forgetTypedByOthers } from './kept-draft.ts'

beforeEach(() => sessionStorage.clear())

test('what was typed in a tab stays for the same person, and is gone for another', () => {
  forgetTypedByOthers('anna')
  sessionStorage.setItem('draft office-note 1', 'Call back')
  sessionStorage.setItem('note new of 1', 'Allergic')
  sessionStorage.setItem('portal.acting-for', '2')
  forgetTypedByOthers('anna')
  expect(sessionStorage.getItem('draft office-note 1')).toBe('Call back')
  forgetTypedByOthers('bo')
  expect(Object.keys(sessionStorage).toSorted()).toEqual(['portal.acting-for', 'portal.tab-of'])
})
