import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

test('no input of the app cuts what is pasted', () => {
  const files = globSync('web/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(300)
  const cutting = files.filter((file) => /\bmaxLength\b/.test(readFileSync(file, 'utf8')))
  expect(cutting).toEqual([])
})
