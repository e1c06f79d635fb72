import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { ThreadMessage } from '#contract/conversations/answers.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { ThreadView } from './thread-view.tsx'

afterEach(cleanup)

const message = (id: string): ThreadMessage => ({
  id,
  from: 'club',
  author: 'Gitte',
  text: `Message ${id}`,
  at: '2026-11-20T10:00:00.000Z',
  attachments: [],
})
const view = (ids: readonly string[], onBefore?: () => Promise<unknown>) => (
  <MantineProvider>
    <ThreadView
      messages={ids.map(message)}
      side="asker"
      label="Boats"
      read={() => Promise.reject(new Error('No files'))}
      onBefore={onBefore}
    />
  </MantineProvider>
)

test('earlier messages are not announced, new ones are', async () => {
  overwriteGetLocale(() => 'en')
  const { promise, resolve } = Promise.withResolvers<void>()
  const { rerender } = render(view(['3', '4'], () => promise))
  const log = screen.getByRole('log')
  expect(log.getAttribute('aria-live')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier messages' }))
  expect(log.getAttribute('aria-live')).toBe('off')
  resolve()
  rerender(view(['1', '2', '3', '4']))
  expect(log.textContent).toContain('Message 1')
  expect(log.getAttribute('aria-live')).toBe('off')
  await waitFor(() => expect(log.getAttribute('aria-live')).toBeNull())
})
