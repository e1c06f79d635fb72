import { expect, test } from 'vitest'
import { readPages } from './queries.ts'

test.each([
  [0, 0, false, 1],
  [2, 2, false, 1],
  [3, 3, false, 2],
  [7, 7, false, 3],
  [9, 9, true, 3],
  [20, 9, true, 3],
])('of %i items %i are read, cut: %s, in %i requests', async (there, read, cut, calls) => {
  const all = Array.from({ length: there }, (_, at) => ({ id: `e${at}` }))
  const asked: (string | null)[] = []
  const found = await readPages(
    async (after) => {
      asked.push(after)
      const from = all.findIndex(({ id }) => id === after) + 1
      return all.slice(from, from + 3)
    },
    { size: 3, most: 3 },
  )
  expect(found).toEqual({ items: all.slice(0, read), cut })
  expect(asked).toEqual([null, 'e2', 'e5'].slice(0, calls))
})
