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
/** Changes to the URL, and whether they came from typing. */
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

/** The filters at a URL; `follows`: the URL updates at once. */
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

test('typing a year digit by digit clears nothing, and the day counts once it is complete', async () => {
  await draw(range)
  for (const text of ['0002-12-24', '0020-12-24', '0202-12-24', '20266-12-24']) {
    await type(0, text)
    expect(field(0).value).toBe(text)
  }
  expect(sent).toEqual([])
  await type(0, '2026-12-24')
  expect(field(0).value).toBe('2026-12-24')
  expect(sent).toEqual([{ filter: { when: 'range', from: '2026-12-24', until: '2027-01-31' }, typing: true }])
})

test('clearing a field removes its day; an incomplete one keeps it', async () => {
  await draw(range)
  await type(1, '0002-01-31')
  expect(sent).toEqual([])
  await type(1, '')
  expect(sent.map(({ filter }) => filter.until)).toEqual([''])
})

test('both days are kept until the URL is updated', async () => {
  await draw(range, false)
  await type(0, '2026-12-24')
  await type(1, '2026-12-31')
  expect([field(0).value, field(1).value]).toEqual(['2026-12-24', '2026-12-31'])
  expect(sent.at(-1)!.filter).toEqual({ when: 'range', from: '2026-12-24', until: '2026-12-31' })
})

test('the fields show a URL that changed elsewhere', async () => {
  await draw(range)
  await type(0, '2026-12-24')
  await draw({ when: 'range', from: '2026-11-01' })
  expect([field(0).value, field(1).value]).toEqual(['2026-11-01', ''])
  await draw({ when: 'range', from: '2026-12-24' })
  expect(field(0).value).toBe('2026-12-24')
})

test('whoever clears the filters by key gets to the search', async () => {
  await draw(range)
  const clear = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Clear the filters')!
  clear.focus()
  // A click without a pointer, as Enter makes it.
  await act(async () => clear.click())
  expect(document.activeElement).toBe(place.querySelector('input'))
})
