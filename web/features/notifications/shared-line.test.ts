import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Bell } from '#contract/notifications.ts'
import { shareLine } from './shared-line.ts'

// Real channels and locks: Node has the browser's. Every tab of a test lives in this one process.

const bell = (count: number): Bell => ({ count, newest: [] })

interface Tab {
  readonly heard: (number | 'return')[]
  /** The line of this tab, while it leads. */
  leading: { ring(count: number): void; returned(): void; checks: number; missed: boolean; watched(): boolean } | null
  visible: boolean
  check(): void
  close(): void
}

let name = ''
let tabs: Tab[] = []
beforeEach(() => {
  name = `test.${crypto.randomUUID()}`
})
afterEach(() => {
  for (const tab of tabs) tab.close()
  tabs = []
})

function open(): Tab {
  const tab: Tab = { heard: [], leading: null, visible: true, check: () => line.check(), close: () => line.stop() }
  const line = shareLine({
    name,
    isVisible: () => tab.visible,
    onBell: ({ count }) => tab.heard.push(count),
    onReturn: () => tab.heard.push('return'),
    lead: ({ onBell, onReturn, missed, isWatched }) => {
      const own = {
        ring: (count: number) => onBell(bell(count)),
        returned: onReturn,
        checks: 0,
        missed,
        watched: isWatched,
      }
      tab.leading = own
      return {
        check: () => own.checks++,
        stop: () => {
          if (tab.leading === own) tab.leading = null
        },
      }
    },
  })
  tabs.push(tab)
  return tab
}

const eventually = (check: () => void) =>
  expect
    .poll(() => {
      check()
      return 'checked'
    })
    .toBe('checked')
const leader = async (tab: Tab) => {
  await eventually(() => expect(tab.leading).not.toBeNull())
  return tab.leading!
}

test('one of many tabs has the line, and all hear it', async () => {
  const first = open()
  const line = await leader(first)
  const others = [open(), open(), open()]
  line.ring(1)
  line.returned()
  line.ring(2)
  // Whoever asks is answered for all to hear, so that some is heard twice.
  for (const tab of others) await eventually(() => expect([...new Set(tab.heard)]).toEqual([1, 'return', 2]))
  expect(first.heard).toEqual([1, 'return', 2])
  expect(others.map(({ leading }) => leading)).toEqual([null, null, null])
})

test('a tab that comes later is told what the bell shows', async () => {
  const first = open()
  const line = await leader(first)
  line.ring(5)
  const later = open()
  await eventually(() => expect(later.heard).toEqual([5]))
  expect(line.watched()).toBe(true)
})

test('when the leader goes another takes over, and knows that it may have missed something', async () => {
  const first = open()
  ;(await leader(first)).ring(1)
  const second = open()
  await eventually(() => expect(second.heard).toEqual([1]))
  first.close()
  const line = await leader(second)
  expect(line.missed).toBe(true)
  line.ring(2)
  expect(second.heard).toEqual([1, 2])
  expect(first.heard).toEqual([1])
})

test('a reader who comes back to another tab lets the leader check its line', async () => {
  const first = open()
  const line = await leader(first)
  const second = open()
  second.check()
  await eventually(() => expect(line.checks).toBe(1))
  second.visible = false
  second.check()
  first.check()
  expect(line.checks).toBe(2)
})

test('a tab that is looked at takes the line from one that does not answer, which then waits its turn', async () => {
  // A frozen tab: it holds the lock, and runs nothing.
  const frozen = Promise.withResolvers<void>()
  let lost = false
  const holding = navigator.locks.request(name, () => frozen.promise).catch(() => (lost = true))
  const hidden = open()
  hidden.visible = false
  const looked = open()
  const line = await leader(looked)
  await eventually(() => expect(lost).toBe(true))
  expect(hidden.leading).toBeNull()
  line.ring(3)
  await eventually(() => expect(hidden.heard).toEqual([3]))
  frozen.resolve()
  await holding
})

test('a leader whose line was taken ends it, and leads again when its turn comes', async () => {
  const first = open()
  const line = await leader(first)
  const stolen = Promise.withResolvers<void>()
  const holding = navigator.locks.request(name, { steal: true }, () => stolen.promise)
  await eventually(() => expect(first.leading).toBeNull())
  stolen.resolve()
  await holding
  expect(await leader(first)).not.toBe(line)
})

test('other members and other languages are other lines', async () => {
  const first = open()
  await leader(first)
  name = `${name}.other`
  const second = open()
  ;(await leader(second)).ring(4)
  expect(first.heard).toEqual([])
})

test('without locks every tab has its own', async () => {
  const without = vi.spyOn(navigator, 'locks', 'get').mockReturnValue(undefined as unknown as LockManager)
  const first = open()
  const second = open()
  without.mockRestore()
  expect([first.leading, second.leading]).not.toContain(null)
})
