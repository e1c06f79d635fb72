import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

test('what comes while a batch is at work is the next one, and each gets its own answer', async () => {
  const batches: string[][] = []
  const turn = Promise.withResolvers<void>()
  const double = inBatches(async (items: readonly string[]) => {
    batches.push([...items])
    await turn.promise
    return items.map((item) => item + item)
  })
  const all = ['a', 'b', 'c'].map(double)
  turn.resolve()
  expect(await Promise.all(all)).toEqual(['aa', 'bb', 'cc'])
  expect(await double('d')).toBe('dd')
  expect(batches).toEqual([['a'], ['b', 'c'], ['d']])
})

test('a batch that fails fails for all of it, and the next is done', async () => {
  let fails = true
  const answer = inBatches(async (items: readonly number[]) => {
    if (fails) throw new Error('No database')
    return items
  })
  await expect(Promise.all([answer(1), answer(2)])).rejects.toThrow('No database')
  fails = false
  expect(await answer(3)).toBe(3)
})
