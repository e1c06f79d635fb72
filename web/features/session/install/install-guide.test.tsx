import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { listenForInstallOffer } from '#web/api/installed.ts'
import { InstallGuide } from './install-guide.tsx'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

const draw = () =>
  render(
    <MantineProvider>
      <InstallGuide />
    </MantineProvider>,
  )

test('this browser’s steps come first, and the others below', () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/27.0 Chrome/125',
  )
  draw()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Samsung Internet',
    'Other browsers',
  ])
  expect(screen.getByText('Tap the menu with three lines at the bottom.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'iPhone and iPad' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull()
})

test('where the browser offers it, a press installs, once', () => {
  listenForInstallOffer()
  draw()
  const prompt = vi.fn(async () => undefined)
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  fireEvent(window, offer)
  expect(offer.defaultPrevented).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Install' }))
  expect(prompt).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull()
  fireEvent(window, new Event('appinstalled'))
  expect(screen.getByRole('status').textContent).toContain('The app is installed')
})
