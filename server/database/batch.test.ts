import { expect, test } from 'vitest'
import { batched, startBatch } from './batch.ts'
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
