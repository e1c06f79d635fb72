import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PersonProfile } from '#contract/people/profile.ts'
import { queryClient } from '#web/api/query-client.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { DetailsForm } from './details-form.tsx'
import type { Whose } from './queries.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const profile = {
  version: '2026-01-01T12:00:00.000Z',
  managed: true,
  fields: {
    firstName: 'Poul',
    lastName: 'Paper',
    dateOfBirth: null,
    gender: '',
    phone: '',
    addressLine1: '',
    addressLine2: '',
    postCode: '',
    city: '',
    email: '',
  },
} as unknown as PersonProfile

test.each([
  ['Phone', '2011', 'Enter a phone number with 6 to 15 digits.'],
  ['Date of birth', '2090-01-01', "The date of birth can't be in the future."],
])('an office is told beside %s what is wrong with %s, and nothing is sent', async (name, typed, sentence) => {
  overwriteGetLocale(() => 'en')
  const sent = vi.fn()
  vi.stubGlobal('fetch', sent)
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <DetailsForm
          whose={{ club: { id: 'club' }, memberId: name } as Whose}
          name="Poul"
          profile={profile}
          onDone={() => {}}
          onCancel={() => {}}
          onDirtyChange={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>,
  )
  const field = screen.getByLabelText<HTMLInputElement>(name)
  // Not in this DOM.
  field.scrollIntoView = () => {}
  fireEvent.change(field, { target: { value: typed } })
  fireEvent.submit(field.form!)
  expect(await screen.findByText(sentence)).toBeDefined()
  expect(sent).not.toHaveBeenCalled()
})
