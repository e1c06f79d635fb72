import { MantineProvider } from '@mantine/core'
import { useForm } from '@mantine/form'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { CityOfPostCode } from './city-of-post-code.tsx'
import { ProfileFields } from './profile-fields.tsx'
import type { ProfileValues } from './profile-values.ts'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

/** Keeps the table of post codes. */
const client = new QueryClient()

/** An address, as the purchase, the registration and the profile have it. */
function Address({ postCode, typed, country = 'Denmark' }: { postCode: string; typed: string; country?: string }) {
  const [city, setCity] = useState(typed)
  return (
    <MantineProvider>
      <QueryClientProvider client={client}>
        <input aria-label="City" value={city} onChange={({ currentTarget }) => setCity(currentTarget.value)} />
        <CityOfPostCode country={country} postCode={postCode} city={city} onCity={setCity} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
const city = () => screen.getByLabelText<HTMLInputElement>('City').value

test('a post code fills the city that is empty', async () => {
  render(<Address postCode="4000" typed="" />)
  await waitFor(() => expect(city()).toBe('Roskilde'))
  expect(screen.queryByRole('status')).toBeNull()
})

test('a city that does not fit is asked about and kept, until the other is chosen', async () => {
  render(<Address postCode="4000" typed="Aarhus" />)
  expect((await screen.findByRole('status')).textContent).toContain('Roskilde')
  expect(city()).toBe('Aarhus')
  fireEvent.click(screen.getByRole('button'))
  expect(city()).toBe('Roskilde')
  expect(screen.queryByRole('status')).toBeNull()
})

test.each([
  ['of another spelling', { postCode: '8000', typed: 'Århus C' }],
  ['of an unknown post code', { postCode: '0001', typed: 'Ny By' }],
  ['abroad', { postCode: '4000', typed: 'Malmö', country: 'Sweden' }],
])('nothing is asked about a city %s', async (_, address) => {
  // The table is there from now on.
  render(<Address postCode="4000" typed="Aarhus" />)
  await screen.findByRole('status')
  cleanup()
  render(<Address {...address} />)
  expect(screen.queryByRole('status')).toBeNull()
  expect(city()).toBe(address.typed)
})

const line = { AddressLine1: '', AddressLine2: '', AddressLine3: '', City: '', PostCode: '', Country: 'Denmark' }

function Profile() {
  const form = useForm<ProfileValues>({
    mode: 'uncontrolled',
    initialValues: {
      firstName: '',
      lastName: '',
      phone: '',
      gender: '',
      dateOfBirth: '',
      language: '',
      address: line,
      comments: '',
      livesWithMe: false,
    },
  })
  return (
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <ProfileFields form={form} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

test('a city that is filled in under the cursor keeps it', async () => {
  render(<Profile />)
  fireEvent.change(screen.getByLabelText('Postcode'), { target: { value: '4000' } })
  const field = screen.getByLabelText('City')
  field.focus()
  await waitFor(() => expect(city()).toBe('Roskilde'))
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: 'Roskilde Ø' } })
  expect(city()).toBe('Roskilde Ø')
})
