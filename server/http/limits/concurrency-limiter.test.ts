import { expect, test, vi } from 'vitest'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { Problem } from '../problem.ts'

/** Work that ends when asked to. */
function pending() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}
const settled = async (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'done',
      () => 'refused',
    ),
    Promise.resolve('waiting'),
  ])

test('a fixed number run at a time, and others follow in order of arrival', async () => {
  const limiter = new ConcurrencyLimiter({ places: 2 })
  const [one, two] = [pending(), pending()]
  const order: string[] = []
  const first = limiter.run(one.work)
  void limiter.run(two.work)
  const later = ['three', 'four'].map((name) => limiter.run(async () => order.push(name)))
  expect([limiter.running, limiter.waiting]).toEqual([2, 2])
  expect(await settled(later[0]!)).toBe('waiting')
  one.end()
  await Promise.all([first, ...later])
  expect(order).toEqual(['three', 'four'])
  two.end()
  await expect.poll(() => [limiter.running, limiter.waiting]).toEqual([0, 0])
})

test('failed work frees its place and rejects', async () => {
  const limiter = new ConcurrencyLimiter({ places: 1 })
  const failed = limiter.run(() => Promise.reject(new Error('no')))
  await expect(failed).rejects.toThrow('no')
  expect(await limiter.run(async () => 'next')).toBe('next')
})

test('a caller who would wait too long is refused at once, with a retry time, and counted', async () => {
  const limiter = new ConcurrencyLimiter({ places: 1, longestWait: 30 })
  const { work, end } = pending()
  expect(limiter.hasRoom()).toBe(true)
  const running = limiter.run(work)
  // Work takes 20 ms where nothing is known: one may wait, the second would wait 40 ms.
  const waiting = limiter.run(async () => 'served')
  expect(limiter.hasRoom()).toBe(false)
  const refusal = await limiter.run(async () => {}).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Problem)
  expect(refusal).toMatchObject({ code: 'unavailable', options: { retryAfter: expect.any(Number) as number } })
  expect(limiter.refused).toBe(2)
  end()
  await running
  expect(await waiting).toBe('served')
  expect(limiter.hasRoom()).toBe(true)
})

test('recent durations decide how many may wait', async () => {
  const waitersAfter = async (milliseconds: number) => {
    vi.useFakeTimers()
    try {
      const limiter = new ConcurrencyLimiter({ places: 1, longestWait: 100 })
      for (let at = 0; at < 60; at++) {
        const done = limiter.run(() => new Promise((resolve) => setTimeout(resolve, milliseconds)))
        await vi.advanceTimersByTimeAsync(milliseconds)
        await done
      }
      const { work, end } = pending()
      const all = [limiter.run(work)]
      while (limiter.hasRoom()) all.push(limiter.run(async () => {}))
      const count = limiter.waiting
      end()
      await Promise.all(all)
      return count
    } finally {
      vi.useRealTimers()
    }
  }
  const quick = await waitersAfter(1)
  const slow = await waitersAfter(40)
  expect(quick).toBeGreaterThan(slow * 3)
  expect(slow).toBeLessThan(4)
})

test("nobody exceeds their share, and waiting for one's own work takes no place from others", async () => {
  const limiter = new ConcurrencyLimiter({ places: 3, perCaller: 2 })
  const held = Array.from({ length: 4 }, pending)
  const all = held.map(({ work }) => limiter.run(work, 'one'))
  expect([limiter.running, limiter.waiting]).toEqual([2, 2])
  expect(await limiter.run(async () => 'served', 'another')).toBe('served')
  held[0]!.end()
  await all[0]
  expect([limiter.running, limiter.waiting]).toEqual([2, 1])
  for (const { end } of held) end()
  await Promise.all(all)
  expect([limiter.running, limiter.waiting]).toEqual([0, 0])
})

test('nobody is refused because of others who wait for their own work', async () => {
  const limiter = new ConcurrencyLimiter({ places: 2, perCaller: 1, longestWait: 30 })
  const held = Array.from({ length: 50 }, pending)
  const all = held.map(({ work }) => limiter.run(work, 'one'))
  const [other, late] = [pending(), pending()]
  all.push(limiter.run(other.work, 'other'))
  expect([limiter.running, limiter.waiting]).toEqual([2, 49])
  expect(limiter.hasRoom()).toBe(true)
  const third = limiter.run(late.work, 'third')
  other.end()
  late.end()
  await third
  for (const { end } of held) end()
  await Promise.all(all)
  expect(limiter.refused).toBe(0)
})

test('a caller who waits in vain is refused and leaves the queue', async () => {
  const limiter = new ConcurrencyLimiter({ places: 1, longestWait: 30 })
  const { work, end } = pending()
  const running = limiter.run(work)
  const waiting = limiter.run(async () => {})
  await expect(waiting).rejects.toThrow('unavailable')
  expect([limiter.running, limiter.waiting, limiter.refused]).toEqual([1, 0, 1])
  end()
  await running
  expect(limiter.running).toBe(0)
})
