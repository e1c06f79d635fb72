import { expect, test } from 'vitest'
import { drawInThread } from './draw-in-thread.ts'
import { WorkThread } from './work-thread.ts'

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
  ['ends its thread', 'async () => process.exit(1)', 'exited'],
])('a document that %s is reported, and the next one is drawn', async (_, text, said) => {
  await expect(drawInThread(drawing(text), null, 'da')).rejects.toThrow(said)
  expect(words(await drawInThread(echo, 'next', 'da'))).toBe('next da')
})

test('a document has its time from the moment it is drawn, however long its code took to load', async () => {
  const slow = new URL(
    `data:text/javascript,const end = Date.now() + 2500; while (Date.now() < end);${encodeURIComponent('export const draw = async () => new TextEncoder().encode("cold")')}`,
  )
  expect(words(await drawInThread(slow, null, 'da', 2000))).toBe('cold')
})

test('a document that never ends is given up, and the next one is drawn', async () => {
  const drawn = drawInThread(drawing('async () => { for (;;); }'), null, 'da', 100)
  const next = drawInThread(echo, 'next', 'da')
  await expect(drawn).rejects.toThrow('Worker thread exited')
  expect(words(await next)).toBe('next da')
})

test('a job that needs more memory than its thread has is given up, and the next one is done', async () => {
  const thread = new WorkThread({ memory: 16 })
  const greedy = drawing('() => { const all = []; for (;;) all.push({ all: [all.length] }) }')
  await expect(thread.run(greedy, 'draw', [])).rejects.toThrow('Worker thread exited')
  expect(words((await thread.run(echo, 'draw', ['next', 'da'])) as Uint8Array)).toBe('next da')
})
