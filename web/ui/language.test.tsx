import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { FormErrors } from '@mantine/form'
import { memo, useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { m } from '#words/messages.js'
import { overwriteGetLocale } from '#words/runtime.js'
import { inLanguage, LanguageProvider, useErrorsInLanguage } from './language.tsx'

let language: 'da' | 'en'
let notifyListener = () => {}
const current = () => language
const onChange = (listener: () => void) => {
  notifyListener = listener
  return () => undefined
}
const speak = (next: 'da' | 'en') =>
  act(async () => {
    language = next
    notifyListener()
  })

beforeEach(() => {
  language = 'en'
  overwriteGetLocale(current)
})
afterEach(cleanup)

/** A form with a field error. Its parent does not re-render, like a route component. */
function Form() {
  const [errors, setErrors] = useState<FormErrors>({})
  useErrorsInLanguage({ errors, setErrors }, () => ({ name: m.field_required(), other: m.field_invalid() }))
  return (
    <>
      <input aria-label={m.profile_first_name()} />
      <button type="button" onClick={() => setErrors({ name: m.field_required(), byServer: 'Taken' })}>
        {m.action_close()}
      </button>
      {Object.entries(errors).map(([field, words]) => (
        <p key={field} role="alert">
          {words}
        </p>
      ))}
    </>
  )
}
const Page = memo(inLanguage(Form))
const draw = () =>
  render(
    <LanguageProvider current={current} onChange={onChange}>
      <Page />
    </LanguageProvider>,
  )

test('changing the language changes texts and keeps state', async () => {
  draw()
  const field = screen.getByRole<HTMLInputElement>('textbox')
  field.focus()
  fireEvent.change(field, { target: { value: 'half a name' } })
  await speak('da')
  expect(screen.getByRole('button', { name: 'Luk' })).toBeTruthy()
  expect(document.documentElement.lang).toBe('da')
  expect(screen.getByRole('textbox')).toBe(field)
  expect(field.value).toBe('half a name')
  expect(document.activeElement).toBe(field)
})

test('field errors are translated; those of the server keep their text', async () => {
  draw()
  const shown = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
  await speak('da')
  expect(shown()).toEqual([])
  fireEvent.click(screen.getByRole('button'))
  expect(shown()).toEqual([m.field_required({}, { locale: 'da' }), 'Taken'])
  await speak('en')
  expect(shown()).toEqual([m.field_required({}, { locale: 'en' }), 'Taken'])
})
