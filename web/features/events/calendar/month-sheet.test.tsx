import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { MonthSheet } from './month-sheet.tsx'

afterEach(cleanup)

test('a second key counts from where the first leads, though that day is not shown yet', () => {
  overwriteGetLocale(() => 'en')
  const asked: string[] = []
  const sheet = (day: string) => (
    <MantineProvider>
      <MonthSheet day={day} entries={[]} label="Calendar" onDay={(next) => asked.push(next)} />
    </MantineProvider>
  )
  const { rerender } = render(sheet('2027-01-06'))
  const from = screen.getByRole('button', { name: /\b6 January 2027/ })
  fireEvent.keyDown(from, { key: 'PageUp' })
  fireEvent.keyDown(from, { key: 'ArrowUp' })
  expect(asked).toEqual(['2026-12-06', '2026-11-29'])

  rerender(sheet('2026-12-06'))
  rerender(sheet('2026-11-29'))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /29 November 2026/ }))
})
