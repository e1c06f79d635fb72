import { MantineProvider, useMantineColorScheme } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { ThemeToggle } from '../shell/tools.tsx'
import { schemeManager, scheme } from './scheme.ts'

const root = document.documentElement
const shown = () => root.dataset['mantineColorScheme']

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  localStorage.clear()
  root.removeAttribute('data-mantine-color-scheme')
})
afterEach(cleanup)

const drawn = vi.fn()
function Part() {
  useMantineColorScheme()
  drawn()
  return null
}
const draw = () =>
  render(
    <MantineProvider colorSchemeManager={schemeManager}>
      <Part />
      <ThemeToggle />
    </MantineProvider>,
  )

test('the button changes first; then the scheme is set at the root and saved, without re-rendering', async () => {
  draw()
  expect(shown()).toBe('light')
  drawn.mockClear()
  const button = screen.getByRole('button')
  expect(button.getAttribute('aria-label')).toBe('Switch to the dark theme')
  fireEvent.click(button)
  expect(button.getAttribute('aria-label')).toBe('Switch to the light theme')
  expect(shown()).toBe('light')
  await waitFor(() => expect(shown()).toBe('dark'))
  expect(scheme()).toBe('dark')
  expect(drawn).not.toHaveBeenCalled()
})

test('a tab follows another tab’s choice', async () => {
  draw()
  localStorage.setItem('mantine-color-scheme-value', 'dark')
  await act(async () => dispatchEvent(new StorageEvent('storage', { key: 'mantine-color-scheme-value' })))
  expect(shown()).toBe('dark')
})

test('a saved dark scheme applies from the start', () => {
  localStorage.setItem('mantine-color-scheme-value', 'dark')
  draw()
  expect(shown()).toBe('dark')
})
