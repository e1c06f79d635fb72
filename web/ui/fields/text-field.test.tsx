import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LocalDate } from '#contract/values.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { Textarea, TextInput } from './text-field.tsx'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

const onPage = (field: React.ReactNode) => render(<MantineProvider>{field}</MantineProvider>)

test.each([TextInput, Textarea])('a pasted text stays whole, and says by how much it is too long', (Field) => {
  onPage(<Field label="Title" limit={10} />)
  const field = screen.getByLabelText<HTMLInputElement>('Title')
  fireEvent.change(field, { target: { value: 'nine char' } })
  expect(screen.getByText('9 of 10')).toBeDefined()
  fireEvent.change(field, { target: { value: 'a title of twenty-two.' } })
  expect(field.value).toBe('a title of twenty-two.')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('At most 10 characters; this has 22.')).toBeDefined()
})

test('a day that is typed in part is not a blank one', () => {
  const days: string[] = []
  onPage(
    <form noValidate>
      <TextInput type="date" label="Born" onChange={({ currentTarget: { value } }) => days.push(value)} />
    </form>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('Born')
  /** The browser says of `24-12-yyyy` that it is blank. */
  const half = (badInput: boolean) =>
    Object.defineProperty(field, 'validity', { value: { badInput }, configurable: true })
  half(true)
  fireEvent.blur(field)
  half(false)
  fireEvent.change(field, { target: { value: '2020-12-24' } })
  half(true)
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  half(false)
  fireEvent.blur(field)
  expect(days).toEqual(['0001-01-01', '2020-12-24', '0001-01-01', ''])
  expect(LocalDate.safeParse(days[0]).success).toBe(false)
})

test('every day is typed in the field that knows half of one', () => {
  const files = globSync('web/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'))
  const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const typing = texts.filter(({ text }) => /type="(?:date|datetime-local)"|'date' \?|type=\{field\.kind\}/.test(text))
  expect(typing.length).toBeGreaterThan(12)
  const other = typing.filter(({ text }) => /TextInput[^;]*\} from '@mantine\/core'/.test(text)).map(({ file }) => file)
  expect(other).toEqual(['web/ui/fields/address-day-field.tsx'])
})

test('no input of the app cuts what is pasted', () => {
  const files = globSync('web/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(300)
  const cutting = files.filter((file) => /\bmaxLength\b/.test(readFileSync(file, 'utf8')))
  expect(cutting).toEqual([])
})
