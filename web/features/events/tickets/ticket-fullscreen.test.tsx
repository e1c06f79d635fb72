import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Ticket } from '#contract/events/tickets.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { TicketFullscreen } from './ticket-fullscreen.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const event = { title: 'Regatta', orgId: 'o', orgName: 'Roklub', hue: 200 }
const ticket = (id: string, memberName: string) =>
  ({ id, memberName, code: `signed-${id}`, categoryName: 'Adult', number: id, event }) as Ticket
const anna = ticket('a', 'Anna Holm')
const bo = ticket('b', 'Bo Holm')
const clara = ticket('c', 'Clara Holm')

let root: Root
const onClose = vi.fn<() => void>()

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  onClose.mockClear()
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
})

const show = (tickets: readonly Ticket[]) =>
  act(async () =>
    root.render(
      <MantineProvider env="test">
        <TicketFullscreen opened tickets={tickets} first="b" onClose={onClose} />
      </MantineProvider>,
    ),
  )
const name = () => document.querySelector('h2')?.textContent
const button = (words: string) =>
  [...document.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === words)
const click = (words: string) => act(async () => (button(words) ?? expect.fail(`No button '${words}'`)).click())

test('the ticket on screen stays when the list changes', async () => {
  await show([anna, bo, clara])
  expect(name()).toBe('Bo Holm')
  await show([bo, clara])
  expect(name()).toBe('Bo Holm')
  await click('Next ticket: Clara Holm')
  expect(name()).toBe('Clara Holm')
  await show([clara])
  expect(name()).toBe('Clara Holm')
})

test('at the last ticket the button that leads back has the focus', async () => {
  await show([anna, bo, clara])
  await vi.waitFor(() => expect(document.activeElement).toBe(button('Close')))
  button('Next ticket: Clara Holm')!.focus()
  await click('Next ticket: Clara Holm')
  expect(document.activeElement).toBe(button('Previous ticket: Bo Holm'))
  await click('Previous ticket: Bo Holm')
  await click('Previous ticket: Anna Holm')
  expect(document.activeElement).toBe(button('Next ticket: Bo Holm'))
})

test('the arrow keys turn to the next and the previous ticket', async () => {
  await show([anna, bo, clara])
  const press = (key: string) =>
    act(async () => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  await press('ArrowRight')
  expect(name()).toBe('Clara Holm')
  await press('ArrowRight')
  expect(name()).toBe('Clara Holm')
  await press('ArrowLeft')
  expect(name()).toBe('Bo Holm')
})

test.each([[[anna, clara]], [[]]])('an invalidated ticket is reported, and not replaced by another', async (left) => {
  await show([anna, bo, clara])
  await show(left)
  expect(name()).toBe('This ticket is no longer valid')
  expect(document.querySelector('[role=img]')).toBeNull()
  expect(document.activeElement).toBe(button('Close'))
  await click('Close')
  expect(onClose).toHaveBeenCalledOnce()
})
