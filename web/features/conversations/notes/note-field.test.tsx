import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { NoteField } from './note-item.tsx'

afterEach(cleanup)

test('the length of a note is shown once, and is not read aloud with every letter', () => {
  overwriteGetLocale(() => 'en')
  render(
    <MantineProvider env="test">
      <NoteField label="New note" text={'x'.repeat(1900)} onChange={() => {}} onSend={() => {}} />
    </MantineProvider>,
  )
  expect(screen.getAllByText(/1900 of 2000|left/)).toHaveLength(1)
  const described = screen.getByLabelText('New note').getAttribute('aria-describedby')!
  expect(document.getElementById(described)!.textContent).toContain('1900 of 2000')
  expect(screen.queryByRole('status')).toBeNull()
})
