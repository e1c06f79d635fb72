import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OfficeThread } from '#contract/conversations/office.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { ContactCard, mailAddress } from './contact-card.tsx'

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})
afterEach(cleanup)

const card = (asker: Partial<OfficeThread['asker']>) =>
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <ContactCard
          orgId="a"
          thread={{ id: 'b', asker: { name: 'Vera', email: '', memberId: null, ...asker } } as OfficeThread}
        />
      </QueryClientProvider>
    </MantineProvider>,
  ).container.textContent

test('the card shows how a reply reaches the sender, or that it cannot', () => {
  const visitor = 'Your reply is sent by e-mail.'
  const forgotten = "so you can't reply."
  const member = 'only see your reply on the portal'
  const says = (text: string | null) => [visitor, forgotten, member].filter((one) => text?.includes(one))
  expect(says(card({ email: 'vera@visitor.example' }))).toEqual([visitor])
  cleanup()
  expect(says(card({ name: 'Name deleted' }))).toEqual([forgotten])
  cleanup()
  expect(says(card({ email: 'anna@example.com', memberId: '0190a000-0000-7000-8000-000000000001' }))).toEqual([])
  cleanup()
  expect(says(card({ memberId: '0190a000-0000-7000-8000-000000000001' }))).toEqual([member])
})

test('an email address cannot add mail headers to its mailto link', () => {
  expect(mailAddress('anna.holm@example.com')).toBe('mailto:anna.holm@example.com')
  expect(mailAddress('anna+boat@example.com')).toBe('mailto:anna%2Bboat@example.com')
  expect(mailAddress('a?bcc=b&c@example.com')).toBe('mailto:a%3Fbcc%3Db%26c@example.com')
})
