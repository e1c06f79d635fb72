import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ClubMemberDetail } from '#contract/memberships/club-members.ts'
import type { ClubField } from '#contract/people/register.ts'
import { queryClient } from '#web/api/query-client.ts'
import { RegisterFactsForm } from './register-facts-form.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('a person has the choice that they had, also once it is renamed', () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([])))
  const locker: ClubField = {
    id: 'locker',
    version: 2,
    label: { da: 'Skab' },
    kind: 'choice',
    options: [{ da: 'Nord' }, { da: 'Sydøst' }],
    archived: false,
  }
  const person = { version: 1, tags: [], own: { locker: 'Syd' } } as unknown as ClubMemberDetail
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <RegisterFactsForm
          person={person}
          whose={{ club: { id: 'club' }, memberId: 'anna' } as never}
          fields={[locker]}
          onDone={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>,
  )
  const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Skab' })
  expect(field.value).toBe('Syd')
  expect([...field.options].map(({ text }) => text).slice(1)).toEqual(['Nord', 'Sydøst', 'Syd'])
})
