import { MantineProvider } from '@mantine/core'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import type { CalendarEntry } from './entries.ts'
import { Month } from './sheets.tsx'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

const month = (day: string, props: Partial<ComponentProps<typeof Month>> = {}) => (
  <MantineProvider>
    <Month day={day} entries={[]} label="Calendar" onDay={() => {}} onWeek={() => {}} {...props} />
  </MantineProvider>
)
const focused = () => (document.activeElement as HTMLElement).dataset.day

test('a second key continues from the day of the first, before it is rendered', () => {
  const asked: string[] = []
  const sheet = (day: string) => month(day, { onDay: (next) => asked.push(next) })
  const { rerender } = render(sheet('2027-01-06'))
  const [from] = screen.getAllByRole('button', { name: /\b6 January 2027/ })
  fireEvent.keyDown(from!, { key: 'PageUp' })
  fireEvent.keyDown(from!, { key: 'ArrowUp' })
  expect(asked).toEqual(['2026-12-06', '2026-11-29'])

  rerender(sheet('2026-12-06'))
  rerender(sheet('2026-11-29'))
  expect(focused()).toBe('2026-11-29')
})

test('Tab stops only at the selected day of each view', () => {
  const { rerender, container } = render(month('2026-11-21'))
  const stops = () =>
    [...container.querySelectorAll<HTMLElement>('[data-day][tabindex="0"]')].map((one) => one.dataset.day)
  expect(stops()).toEqual(['2026-11-21', '2026-11-21'])
  rerender(month('2026-12-01'))
  expect(stops()).toEqual(['2026-12-01', '2026-12-01'])
})

test('a week number links to its week and has a translated name', () => {
  overwriteGetLocale(() => 'da')
  const asked: string[] = []
  render(month('2026-11-21', { onWeek: (monday) => asked.push(monday) }))
  for (const week of screen.getAllByRole('button', { name: 'Uge 47' })) fireEvent.click(week)
  expect(asked).toEqual(['2026-11-16', '2026-11-16'])
  expect(within(screen.getByRole('group')).getAllByRole('button', { pressed: true })[0]).toHaveProperty(
    'ariaLabel',
    'Lørdag den 21. november 2026',
  )
})

const entry = (firstDay: string, lastDay: string): CalendarEntry => ({
  id: firstDay,
  title: 'Camp',
  orgKey: 'ROKLUB',
  orgName: 'Club',
  place: '',
  firstDay,
  lastDay,
  start: `${firstDay} 10:00:00`,
  end: `${lastDay} 16:00:00`,
  time: '10:00',
  hours: null,
  names: [],
  holderIds: [],
  to: '/',
})

test('on phones an event from an earlier month is still shown', async () => {
  const camp = { entries: [entry('2026-10-30', '2026-11-02')] }
  const router = createRouter({ routeTree: createRootRoute({ component: () => month('2026-11-21', camp) }) })
  await router.load()
  const { container } = render(<RouterProvider router={router} />)
  const dotted = [...container.querySelectorAll('.mantine-MobileMonthView-mobileMonthViewDayIndicator')].map(
    (dot) => dot.closest<HTMLElement>('[data-day]')!.dataset.day,
  )
  expect(dotted).toEqual(['2026-11-01', '2026-11-02'])
})
