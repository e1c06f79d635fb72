import { expect, test } from 'vitest'
import { nextFocus } from './inbox-list.tsx'

const press = (key: string, held: Partial<Record<'altKey' | 'ctrlKey' | 'metaKey', boolean>> = {}) => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...held,
})

test.each([
  ['j', 0, 1],
  ['ArrowDown', 1, 2],
  ['ArrowDown', 2, 2],
  ['k', 2, 1],
  ['ArrowUp', 0, 0],
  ['End', 0, 2],
  ['Home', 2, 0],
  // The focus was outside the list.
  ['j', -1, 0],
])('%s goes from row %d of three to row %d', (key, from, to) => {
  expect(nextFocus(press(key), from, 3)).toBe(to)
})

test('other keys, browser shortcuts and an empty list leave the focus alone', () => {
  expect(nextFocus(press('x'), 0, 3)).toBeNull()
  expect(nextFocus(press('toString'), 0, 3)).toBeNull()
  expect(nextFocus(press('j', { ctrlKey: true }), 0, 3)).toBeNull()
  expect(nextFocus(press('ArrowUp', { altKey: true }), 1, 3)).toBeNull()
  expect(nextFocus(press('j'), -1, 0)).toBeNull()
})
