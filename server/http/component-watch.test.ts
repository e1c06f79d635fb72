import { expect, test } from 'vitest'
import { watchComponents } from './component-watch.ts'

/** One component that answers as the test says, and a clock that the test moves. */
function watched(first: string | null) {
  let fault = first
  let now = 0
  let asked = 0
  const log: string[] = []
  const note = (_: object, text?: string) => void log.push(text ?? '')
  const watch = watchComponents({
    checks: { mail: async () => (asked++, fault) },
    log: { info: note, warn: note },
    now: () => now,
  })
  /** Seconds later, with what was found meanwhile. */
  const after = async (seconds: number, found: string | null) => {
    now += seconds * 1000
    fault = found
    await watch.faults()
    return watch.faults()
  }
  return { after, watch, log, asked: () => asked }
}

test('a fault at the start is reported at once, and checked once however many ask', async () => {
  const { watch, asked, log } = watched('SMTP_URL: nobody there')
  const answers = await Promise.all(Array.from({ length: 50 }, () => watch.faults()))
  expect(answers).toEqual(answers.map(() => ({ mail: 'SMTP_URL: nobody there' })))
  expect([asked(), log]).toEqual([1, ['Degraded']])
})

test('one failure changes nothing; two in a row do, and two successes end it', async () => {
  const { after, log } = watched(null)
  expect(await after(0, null)).toEqual({})
  expect(await after(31, 'lost')).toEqual({})
  expect(await after(6, null)).toEqual({})
  expect(await after(31, 'gone')).toEqual({})
  expect(await after(6, 'gone')).toEqual({ mail: 'gone' })
  expect(await after(31, null)).toEqual({ mail: 'gone' })
  expect(await after(6, null)).toEqual({})
  expect(log).toEqual(['Degraded', 'No longer degraded'])
})

test('a known state is reported without checking again', async () => {
  const { after, asked } = watched(null)
  await after(0, null)
  await after(20, 'gone')
  expect(asked()).toBe(1)
})
