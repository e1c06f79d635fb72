import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventSeries } from '#contract/events/series.ts'
import { queryClient } from '#web/api/query-client.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { SeriesPage } from './series-page.tsx'

const rule: EventSeries['rule'] = {
  unit: 'week',
  every: 1,
  weekdays: [1],
  monthly: 'day',
  until: null,
  count: 5,
  skipHolidays: false,
  skipWeeks: [],
  except: [],
}
/** As the server has it. */
let series: EventSeries

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  series = { id: 'series', version: 1, rule, startsOn: '2027-07-05', dates: [] }
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', (_: string | URL, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Promise.resolve(Response.json(series))
    const sent = JSON.parse(body as string) as EventSeries
    if (sent.version !== series.version)
      return Promise.resolve(
        Response.json(
          { code: 'changed_meanwhile', status: 409, title: '', data: { current: series } },
          { status: 409 },
        ),
      )
    series = { ...series, rule: sent.rule, version: sent.version + 1 }
    return Promise.resolve(Response.json(series))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('a rule that somebody else has changed meanwhile is shown before it is changed, and keeps what is typed', async () => {
  drawPage(() => <SeriesPage club={{ id: 'club', key: 'ROKLUB' }} seriesId="series" mayWrite />, {
    client: queryClient,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Change the repetition' }))
  await screen.findByRole('dialog')
  const count = () => screen.getByLabelText<HTMLInputElement>('Number of dates')
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save the repetition' }))
  series = { ...series, version: 2, rule: { ...rule, count: 8 } }
  await act(() => queryClient.invalidateQueries())
  fireEvent.change(count(), { target: { value: '1,5' } })
  save()
  expect([series.rule.count, count().value, count().getAttribute('aria-invalid')]).toEqual([8, '1,5', 'true'])
  fireEvent.change(count(), { target: { value: '9' } })
  save()
  await screen.findByText(/^Someone else has changed the repetition.*Every week: Monday. 8 dates/)
  expect([series.rule.count, count().value]).toEqual([8, '9'])
  save()
  await waitFor(() => expect(series.rule.count).toBe(9))
})
