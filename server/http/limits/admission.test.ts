import { expect, test } from 'vitest'
import { createFairLane, createLane } from './admission.ts'
import { Problem } from '../problem.ts'

/** Work that ends when told to. */
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

test('so many run at a time, the next takes over a place in the order of coming', async () => {
  const lane = createLane(2)
  const [one, two] = [pending(), pending()]
  const order: string[] = []
  const first = lane.run(one.work)
  void lane.run(two.work)
  const later = ['three', 'four'].map((name) => lane.run(async () => order.push(name)))
  expect([lane.running, lane.waiting]).toEqual([2, 2])
  expect(await settled(later[0]!)).toBe('waiting')
  one.end()
  await Promise.all([first, ...later])
  expect(order).toEqual(['three', 'four'])
  two.end()
  await expect.poll(() => [lane.running, lane.waiting]).toEqual([0, 0])
})

test('work that fails gives its place back, and its failure', async () => {
  const lane = createLane(1)
  const failed = lane.run(() => Promise.reject(new Error('no')))
  await expect(failed).rejects.toThrow('no')
  expect(await lane.run(async () => 'next')).toBe('next')
})

test('whoever would wait too long is refused at once, told when to come back, and counted', async () => {
  const lane = createLane(1, 30)
  const { work, end } = pending()
  const running = lane.run(work)
  // A request takes 20 ms where nothing is known: one may wait, the second would wait 40 ms.
  const waiting = lane.run(async () => 'served')
  expect(lane.refuses()).toBe(true)
  const refusal = await lane.run(async () => {}).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Problem)
  expect(refusal).toMatchObject({ code: 'unavailable', options: { retryAfter: expect.any(Number) as number } })
  expect(lane.refused).toBe(2)
  end()
  await running
  expect(await waiting).toBe('served')
  expect(lane.refuses()).toBe(false)
})

test('how long requests take lately decides how many may wait', async () => {
  const lane = createLane(1, 100)
  const waitersAfter = async (milliseconds: number) => {
    for (let at = 0; at < 60; at++) await lane.run(() => new Promise((resolve) => setTimeout(resolve, milliseconds)))
    const { work, end } = pending()
    const all = [lane.run(work)]
    while (!lane.refuses()) all.push(lane.run(async () => {}))
    const count = lane.waiting
    end()
    await Promise.all(all)
    return count
  }
  const quick = await waitersAfter(1)
  const slow = await waitersAfter(40)
  expect(quick).toBeGreaterThan(slow * 3)
  expect(slow).toBeLessThan(4)
}, 20_000)

test('of a fair lane nobody holds but a few places, and those who wait for their own take none', async () => {
  const lane = createFairLane(3, 2)
  const held = Array.from({ length: 4 }, pending)
  const all = held.map(({ work }) => lane.runFor('one', work))
  await expect.poll(() => [lane.running, lane.waiting]).toEqual([2, 0])
  expect(await lane.runFor('another', async () => 'served')).toBe('served')
  held[0]!.end()
  await all[0]
  await expect.poll(() => [lane.running, lane.waiting]).toEqual([2, 0])
  for (const { end } of held) end()
  await Promise.all(all)
  await expect.poll(() => lane.running).toBe(0)
})

test('whoever waits in vain is refused in the end, and leaves the queue', async () => {
  const lane = createLane(1, 30)
  const { work, end } = pending()
  const running = lane.run(work)
  const waiting = lane.run(async () => {})
  await expect(waiting).rejects.toThrow('unavailable')
  expect([lane.running, lane.waiting, lane.refused]).toEqual([1, 0, 1])
  end()
  await running
  expect(lane.running).toBe(0)
})
