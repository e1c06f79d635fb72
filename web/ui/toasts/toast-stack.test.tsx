import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { addToast, removeAll, ToastStack } from './toast-stack.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  overwriteGetLocale(() => 'en')
  render(
    <MantineProvider>
      <input aria-label="Name" />
      <ToastStack />
    </MantineProvider>,
  )
})
afterEach(() => {
  removeAll()
  cleanup()
  vi.useRealTimers()
})

const after = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const undone = vi.fn<() => void>()
async function show(...messages: string[]) {
  for (const message of messages) act(() => addToast({ message, action: { label: 'Undo', onClick: undone } }))
  await after(1)
}
const toast = (message: string) => screen.queryByText(message)?.closest<HTMLElement>('[role=alert]')
const isBehind = (message: string) => toast(message)!.hasAttribute('inert')

test('a message with Undo stays for a minute, one without for seconds', async () => {
  act(() => addToast({ message: 'Copied' }))
  await after(6)
  expect(toast('Copied')).toBeFalsy()
  await show('Deleted')
  await after(57)
  expect(toast('Deleted')).toBeTruthy()
  await after(4)
  expect(toast('Deleted')).toBeFalsy()
})

test('F8 goes to its button from a field, and it stays while focused or hovered', async () => {
  await show('Deleted')
  screen.getByLabelText('Name').focus()
  fireEvent.keyDown(document.activeElement!, { key: 'F8' })
  const undo = screen.getByRole('button', { name: 'Undo' })
  expect(document.activeElement).toBe(undo)
  await after(120)
  fireEvent.mouseEnter(toast('Deleted')!)
  act(() => undo.blur())
  await after(120)
  fireEvent.mouseLeave(toast('Deleted')!)
  await after(59)
  fireEvent.click(undo)
  expect(undone).toHaveBeenCalledOnce()
  await after(1)
  expect(toast('Deleted')).toBeFalsy()
})

test('the newest of several lies over the others, which come back; an error is shown at once', async () => {
  await show('First', 'Second', 'Third')
  act(() => addToast({ message: 'Failed', type: 'error' }))
  await after(1)
  expect(isBehind('Failed')).toBe(false)
  expect(isBehind('Third')).toBe(true)
  expect(toast('First'), 'waits').toBeFalsy()
  await after(8)
  expect(toast('Failed')).toBeFalsy()
  expect(isBehind('Third')).toBe(false)
  // All of them are reached from the one in front.
  act(() => toast('Third')!.querySelector('button')!.focus())
  await after(1)
  for (const message of ['First', 'Second', 'Third']) expect(isBehind(message)).toBe(false)
})

test('a message that only says something goes when the next one comes', async () => {
  act(() => addToast({ message: 'Undone' }))
  await after(1)
  await show('Deleted')
  expect(toast('Undone')).toBeFalsy()
})

test('news that arrives leaves the answer to an action in front, and is shown after it', async () => {
  act(() => addToast({ message: 'Ticket cancelled' }))
  act(() => addToast({ message: 'A refund', type: 'info', action: { label: 'Open', to: '/', onClick: undone } }))
  await after(1)
  expect(isBehind('Ticket cancelled')).toBe(false)
  await after(5)
  expect(toast('Ticket cancelled')).toBeFalsy()
  expect(screen.getByText('A refund').closest('[role=status]')!.hasAttribute('inert')).toBe(false)
})
