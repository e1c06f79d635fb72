import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MessagePreview } from '#contract/notifications/club-messages.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { MessageButton } from './message-button.tsx'
import { MessageDialog } from './message-dialog.tsx'

beforeEach(() => {
  sessionStorage.clear()
  overwriteGetLocale(() => 'en')
  Object.defineProperty(window, 'matchMedia', {
    writable: true,
    value: () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }),
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
})
afterEach(cleanup)

const preview: MessagePreview = { readers: 1, people: 1, english: 0, leftOut: [], some: [], mail: null }

test('a press after a failure repeats the message; the same text to somebody else, or another text, is another one', async () => {
  const tokens: string[] = []
  const openFor = (chosen: object) =>
    render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <MessageDialog
            title="Write"
            place="event waiting"
            chosen={chosen}
            preview={async () => preview}
            send={async ({ token }) => {
              tokens.push(token)
              throw new Error('No answer came')
            }}
            onClose={() => undefined}
          />
        </QueryClientProvider>
      </MantineProvider>,
    )
  const press = async (count: number) => {
    const button = await screen.findByRole('button', { name: 'Send in a minute' })
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
    fireEvent.click(button)
    await waitFor(() => expect(tokens.length).toBe(count))
  }
  openFor({ ids: ['anna'] })
  fireEvent.change(await screen.findByLabelText(/Subject in Danish/), { target: { value: 'Husk sko' } })
  fireEvent.change(screen.getByLabelText(/Text in Danish/), { target: { value: 'Vi mødes ude.' } })
  await press(1)
  await press(2)
  cleanup()
  openFor({ ids: ['bo'] })
  await press(3)
  fireEvent.change(screen.getByLabelText(/Text in Danish/), { target: { value: 'Vi mødes inde.' } })
  await press(4)
  expect(tokens[1]).toBe(tokens[0])
  expect(new Set(tokens.slice(1)).size).toBe(3)
  expect(tokens.every((token) => /^[A-Za-z0-9]{40}$/.test(token))).toBe(true)
})

test('a message goes to whom it was opened for, also when the list below has changed', async () => {
  const sent: string[] = []
  const client = new QueryClient()
  const buttonFor = (chosen: string) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MessageButton
          label="Write"
          audience={{
            title: `To ${chosen}`,
            place: 'event waiting',
            chosen,
            preview: async () => preview,
            send: async () => {
              sent.push(chosen)
              return { readers: 1 }
            },
          }}
        />
      </QueryClientProvider>
    </MantineProvider>
  )
  const { rerender } = render(buttonFor('anna'))
  fireEvent.click(screen.getByRole('button', { name: 'Write' }))
  fireEvent.change(await screen.findByLabelText(/Subject in Danish/), { target: { value: 'Husk sko' } })
  fireEvent.change(screen.getByLabelText(/Text in Danish/), { target: { value: 'Vi mødes ude.' } })
  rerender(buttonFor('everybody'))
  const send = await screen.findByRole('button', { name: 'Send in a minute' })
  await waitFor(() => expect(send.hasAttribute('disabled')).toBe(false))
  fireEvent.click(send)
  await waitFor(() => expect(sent).toEqual(['anna']))
})
