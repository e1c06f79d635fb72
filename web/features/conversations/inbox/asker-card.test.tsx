import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OfficeThread } from '#contract/conversation-answers.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { AskerCard } from './asker-card.tsx'

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})
afterEach(cleanup)

const card = (asker: Partial<OfficeThread['asker']>) =>
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <AskerCard
          orgId="a"
          thread={{ id: 'b', asker: { name: 'Vera', email: '', memberId: null, ...asker } } as OfficeThread}
        />
      </QueryClientProvider>
    </MantineProvider>,
  ).container.textContent

test('the card says by what way an answer reaches whoever asked, and if there is none', () => {
  const visitor = 'Your reply goes by e-mail.'
  const forgotten = 'A reply would reach nobody.'
  const member = 'sees your reply on the portal only'
  const says = (text: string | null) => [visitor, forgotten, member].filter((one) => text?.includes(one))
  expect(says(card({ email: 'vera@visitor.example' }))).toEqual([visitor])
  cleanup()
  expect(says(card({ name: 'Name deleted' }))).toEqual([forgotten])
  cleanup()
  expect(says(card({ email: 'anna@example.com', memberId: '0190a000-0000-7000-8000-000000000001' }))).toEqual([])
  cleanup()
  expect(says(card({ memberId: '0190a000-0000-7000-8000-000000000001' }))).toEqual([member])
})
