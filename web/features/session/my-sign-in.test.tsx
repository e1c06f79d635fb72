import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { queryKeys } from '#web/api/query-client.ts'
import { MySignIn } from './my-sign-in.tsx'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

function draw(manageAt: string | null) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(queryKeys.signIn, { name: 'Bo Holm', email: 'bo@example.com', emailVerified: true, manageAt })
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <MySignIn />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test('a provider without an account page says so', () => {
  draw(null)
  expect(screen.getByText(/Not supported by the OIDC server/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

test('a provider with one is linked', () => {
  draw('https://id.example/realms/izy/account')
  expect(screen.getByRole('link', { name: 'Manage my sign-in' }).getAttribute('href')).toContain('/account')
  expect(screen.queryByText(/Not supported/)).toBeNull()
})
