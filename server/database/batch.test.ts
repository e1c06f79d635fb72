import { expect, test } from 'vitest'
import { batched, inBatches, startBatch } from './batch.ts'
import type { Reader } from './db.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'

const { db } = await createTestDatabase()
let asked: string[][] = []
const read = batched(async (_db: Reader, ids) => {
  asked.push([...ids])
  if (ids.includes('bad')) throw new Error('No such row')
  return (id) => `row ${id}`
})

test('in a batch those who ask together share one read, and nothing is read twice', async () => {
  asked = []
  const batch = startBatch(db)
  expect(await Promise.all(['a', 'b', 'a'].map((id) => read(batch, id)))).toEqual(['row a', 'row b', 'row a'])
  expect(await read(batch, 'b')).toBe('row b')
  expect(await read(batch, 'c')).toBe('row c')
  expect(asked).toEqual([['a', 'b'], ['c']])
})

test('another batch reads again, and so does everybody without one', async () => {
  asked = []
  await read(startBatch(db), 'a')
  await Promise.all([read(db, 'a'), read(db, 'a')])
  expect(asked).toEqual([['a'], ['a'], ['a']])
})

test('a read that fails fails for those who share it', async () => {
  const batch = startBatch(db)
  const ends = await Promise.allSettled(['a', 'bad'].map((id) => read(batch, id)))
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read(batch, 'c')).toBe('row c')
})

test('what comes while a batch is at work is the next one, and each gets its own answer', async () => {
  const batches: string[][] = []
  const turn = Promise.withResolvers<void>()
  const double = inBatches(async (ids) => {
    batches.push([...ids])
    await turn.promise
    return ids.map((id) => id + id)
  })
  const first = double('a')
  await expect.poll(() => batches).toEqual([['a']])
  const others = ['b', 'c'].map(double)
  turn.resolve()
  expect(await Promise.all([first, ...others])).toEqual(['aa', 'bb', 'cc'])
  expect(await double('d')).toBe('dd')
  expect(batches).toEqual([['a'], ['b', 'c'], ['d']])
})

test('a batch that fails fails for all of it, and the next is done', async () => {
  let fails = true
  const answer = inBatches(async (ids) => {
    if (fails) throw new Error('No database')
    return ids
  })
  await expect(Promise.all([answer('a'), answer('b')])).rejects.toThrow('No database')
  fails = false
  expect(await answer('c')).toBe('c')
})
