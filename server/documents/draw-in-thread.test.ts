import { expect, test } from 'vitest'
import { drawInThread } from './draw-in-thread.ts'

/** A module by its text. */
const drawing = (text: string) => new URL(`data:text/javascript,export const draw = ${encodeURIComponent(text)}`)
const words = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const echo = drawing('async (input, locale) => new TextEncoder().encode(`${input} ${locale}`)')

test('other calls are answered while a document is drawn', async () => {
  let served = 0
  const others = setInterval(() => served++, 10)
  await drawInThread(
    drawing('async () => { const end = Date.now() + 500; while (Date.now() < end); return new Uint8Array() }'),
    null,
    'da',
  )
  clearInterval(others)
  expect(served).toBeGreaterThan(5)
})

test('documents are drawn one after the other, each from its own data', async () => {
  const all = ['a', 'b', 'c'].map((input) => drawInThread(echo, input, 'en'))
  expect((await Promise.all(all)).map(words)).toEqual(['a en', 'b en', 'c en'])
})

test.each([
  ['fails', 'async () => { throw new Error("no such font") }', 'no such font'],
  ['ends its thread', 'async () => process.exit(1)', 'ended'],
])('a document that %s is reported, and the next one is drawn', async (_, text, said) => {
  await expect(drawInThread(drawing(text), null, 'da')).rejects.toThrow(said)
  expect(words(await drawInThread(echo, 'next', 'da'))).toBe('next da')
})
