import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ClubMemberDetail } from '#contract/memberships/club-members.ts'
import type { ClubField } from '#contract/people/register.ts'
import { queryClient } from '#web/api/query-client.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import type { Whose } from './queries.ts'
import { RegisterFactsForm } from './register-facts-form.tsx'
import { RegisterFacts } from './register-facts.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

const locker: ClubField = {
  id: 'locker',
  version: 2,
  label: { da: 'Skab' },
  kind: 'choice',
  options: [{ da: 'Nord' }, { da: 'Sydøst' }],
  archived: false,
}
const person = { since: '2026-01-01', version: 1, tags: [], own: { locker: 'Syd' } } as unknown as ClubMemberDetail
const whose = { club: { id: 'club' }, memberId: 'anna' } as Whose

test('a person has the choice that they had, also once it is renamed', () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([])))
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <RegisterFactsForm
          person={person}
          whose={whose}
          fields={[locker]}
          onDone={() => {}}
          onCancel={() => {}}
          onDirtyChange={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>,
  )
  const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Skab' })
  expect(field.value).toBe('Syd')
  expect([...field.options].map(({ text }) => text).slice(1)).toEqual(['Nord', 'Sydøst', 'Syd'])
})

test('what is typed is asked about before the dialog is closed', async () => {
  const text = { ...locker, kind: 'text', options: [] }
  vi.stubGlobal('fetch', (url: unknown) => Promise.resolve(Response.json(/tag/.test(String(url)) ? [] : [text])))
  overwriteGetLocale(() => 'en')
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <RegisterFacts person={person} whose={whose} mayWrite />
      </MantineProvider>
    </QueryClientProvider>,
  )
  await screen.findByText('Skab')
  fireEvent.click(screen.getByRole('button', { name: "Edit tags and the club's own fields" }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Skab' }), { target: { value: 'Nord 7' } })
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Skab' }), { key: 'Escape' })
  fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Skab' }).value).toBe('Nord 7')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['1.250', 1250],
  ['12,5', 12.5],
  ['', null],
  ['ingen', 'Skriv et tal med cifre.'],
])('a number of the club, typed as %j, is %j', async (typed, read) => {
  overwriteGetLocale(() => 'da')
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_: unknown, { body }: RequestInit) => {
    if (typeof body !== 'string') return Promise.resolve(Response.json([]))
    const { own } = JSON.parse(body) as { own: unknown }
    sent.push(own)
    return Promise.resolve(Response.json({ version: 2, tags: [], own, leftOn: null }))
  })
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <RegisterFactsForm
          person={{ ...person, own: { locker: 12.125 } }}
          whose={{ ...whose, memberId: `bo ${typed}` }}
          fields={[{ ...locker, kind: 'number', options: [] }]}
          onDone={() => {}}
          onCancel={() => {}}
          onDirtyChange={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Skab' })
  // Not in this DOM.
  field.scrollIntoView = () => {}
  expect(field.value).toBe('12,125')
  fireEvent.change(field, { target: { value: typed } })
  fireEvent.submit(field.form!)
  if (typeof read === 'string') expect(await screen.findByText(read)).toBeDefined()
  await waitFor(() => expect(sent).toEqual(typeof read === 'string' ? [] : [{ locker: read }]))
})
