import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { EventFilters } from './event-filters.tsx'
import type { EventFilter } from './filters.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let root: Root
let place: HTMLElement
/** What was sent to the address, and whether as typing. */
let sent: { filter: EventFilter; typing: boolean }[]

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  sent = []
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
})

/** The page at an address; `follows`: the address becomes at once what is chosen. */
const draw = (filter: EventFilter, follows = true) =>
  act(async () => {
    root.render(
      <MantineProvider>
        <EventFilters
          filter={filter}
          onChange={(next, typing = false) => {
            sent.push({ filter: next, typing })
            if (follows) void draw(next)
          }}
          kinds={[]}
        />
      </MantineProvider>,
    )
  })
const range: EventFilter = { when: 'range', until: '2027-01-31' }

const field = (at: 0 | 1) => place.querySelectorAll<HTMLInputElement>('input[type=date]')[at]!
const type = (at: 0 | 1, value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(at), value)
    field(at).dispatchEvent(new Event('input', { bubbles: true }))
  })

test('a year is typed digit by digit: nothing is cleared, and the day counts once it is whole', async () => {
  await draw(range)
  for (const text of ['0002-12-24', '0020-12-24', '0202-12-24']) {
    await type(0, text)
    expect(field(0).value).toBe(text)
  }
  expect(sent).toEqual([])
  await type(0, '2026-12-24')
  expect(field(0).value).toBe('2026-12-24')
  expect(sent).toEqual([{ filter: { when: 'range', from: '2026-12-24', until: '2027-01-31' }, typing: true }])
})

test('an emptied field takes its day away; a half one leaves it', async () => {
  await draw(range)
  await type(1, '0002-01-31')
  expect(sent).toEqual([])
  await type(1, '')
  expect(sent.map(({ filter }) => filter.until)).toEqual([''])
})

test('both days stay while the address is still to follow', async () => {
  await draw(range, false)
  await type(0, '2026-12-24')
  await type(1, '2026-12-31')
  expect([field(0).value, field(1).value]).toEqual(['2026-12-24', '2026-12-31'])
  expect(sent.at(-1)!.filter).toEqual({ when: 'range', from: '2026-12-24', until: '2026-12-31' })
})

test('an address that changes by another way is what the fields show', async () => {
  await draw(range)
  await type(0, '2026-12-24')
  await draw({ when: 'range', from: '2026-11-01' })
  expect([field(0).value, field(1).value]).toEqual(['2026-11-01', ''])
  await draw({ when: 'range', from: '2026-12-24' })
  expect(field(0).value).toBe('2026-12-24')
})
