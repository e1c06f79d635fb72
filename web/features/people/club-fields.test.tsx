import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ClubField } from '#contract/people/register.ts'
import { queryClient } from '#web/api/query-client.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { ClubFields, wrongOptions } from './club-fields.tsx'
import { clubFieldsQuery } from './register-queries.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
})

const choices = (options: string) => wrongOptions({ da: 'Skab', en: '', kind: 'choice', options }).options

test('choices that are too long or too many are refused, and none is cut', () => {
  overwriteGetLocale(() => 'en')
  expect(choices('Nord\nSyd | South')).toBeUndefined()
  expect(choices(`Nord\nSyd | ${'x'.repeat(61)}`)).toMatch(/^A choice has at most 60 characters.*x{61}$/)
  expect(choices(Array.from({ length: 31 }, (_, at) => `Skab ${at}`).join('\n'))).toMatch(/^Write at most 30 choices/)
})

test('each button of a field names it, so that they are distinct to the ear and to the voice', async () => {
  overwriteGetLocale(() => 'en')
  const field = (da: string, archived: boolean) =>
    ({ id: da, version: 1, kind: 'text', label: { da }, options: [], archived }) as unknown as ClubField
  const { queryKey } = clubFieldsQuery('club')
  queryClient.setQueryDefaults(queryKey, { staleTime: Infinity })
  queryClient.setQueryData(queryKey, [field('Skab', false), field('Licens', false), field('Nøgle', true)])
  drawPage(() => <ClubFields club={{ id: 'club' }} mayWrite />, { client: queryClient })
  await screen.findByRole('button', { name: 'Edit Skab' })
  const names = screen.getAllByRole('button').map(({ ariaLabel, textContent }) => ariaLabel ?? textContent)
  expect(names.slice(1)).toEqual(['Edit Skab', 'Archive: Skab', 'Edit Licens', 'Archive: Licens', 'Restore: Nøgle'])
})

test('the choices that are renamed are said in a place that was there before, once the typing pauses', async () => {
  overwriteGetLocale(() => 'en')
  const options = [{ da: 'Nord' }, { da: 'Syd' }]
  const locker = { id: 'Skab', version: 1, kind: 'choice', label: { da: 'Skab' }, options, archived: false }
  const { queryKey } = clubFieldsQuery('club')
  queryClient.setQueryDefaults(queryKey, { staleTime: Infinity })
  queryClient.setQueryData(queryKey, [locker as unknown as ClubField])
  drawPage(() => <ClubFields club={{ id: 'club' }} mayWrite />, { client: queryClient })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Skab' }))
  const field = await screen.findByLabelText<HTMLTextAreaElement>(/^Choices/)
  const said = () => places.map(({ textContent }) => textContent).join('')
  const places = screen.getAllByRole('status')
  for (const name of ['Nordp', 'Nordpå']) {
    fireEvent.change(field, { target: { value: `${name}\nSyd` } })
    expect(said()).toBe('')
  }
  await waitFor(() => expect(said()).toContain('Nord → Nordpå'))
  expect(said()).not.toMatch(/Nordp(?!å)/)
})
