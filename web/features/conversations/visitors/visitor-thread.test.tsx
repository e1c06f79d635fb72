import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { VisitorThread } from './visitor-thread.tsx'

afterEach(cleanup)

const id = (end: string) => `0190a000-0000-7000-8000-00000000000${end}`
const page = (end: string, text: string, before: string | null) => ({
  thread: { id: id('a'), subject: 'Trying out', club: { id: id('b'), key: 'ROKLUB', name: 'Roklub', hue: 200 } },
  messages: [{ id: id(end), from: 'asker', author: 'Vera', text, at: '2026-11-22T10:00:00.000Z', attachments: [] }],
  before,
})

test('a visitor can load all of a long conversation', async () => {
  overwriteGetLocale(() => 'en')
  vi.stubGlobal('fetch', async (address: URL | string) => {
    const before = new URL(address).searchParams.get('before')
    return Response.json(before === id('2') ? page('1', 'The first word', null) : page('2', 'The last word', id('2')))
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <VisitorThread link="link" renderHead={({ subject }) => <h2>{subject}</h2>} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByText('The last word')
  await userEvent.click(screen.getByRole('button', { name: /earlier/i }))
  await screen.findByText('The first word')
  expect(screen.getByText('The last word')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /earlier/i })).toBeNull()
})
