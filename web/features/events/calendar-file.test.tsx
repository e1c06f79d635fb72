import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReactNode } from 'react'
import { connect } from '#web/api/client.ts'
import type { Identity } from '#web/api/session/identity.ts'
import { TicketActions } from '#web/features/orders/result/payment-results.tsx'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { Agenda } from './calendar/agenda.tsx'
import type { CalendarEntry } from './calendar/entries.ts'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

const id = '0190a000-0000-7000-8000-000000000001'
const entry = { id, title: 'Supper', orgKey: 'ROKLUB', names: [], to: '/' } as unknown as CalendarEntry
const pages: readonly (readonly [string, ReactNode])[] = [
  ['the calendar', <Agenda key="a" days={[{ day: '2027-06-12', entries: [entry] }]} loading={false} empty={null} />],
  ['a paid order', <TicketActions key="b" place={{ orgKey: 'ROKLUB', eventId: id }} own={false} />],
]

test.each(pages)("an event's calendar file is fetched with the sign-in from %s", async (_name, page) => {
  connect({
    identity: { accessToken: async () => 'secret' } as unknown as Identity,
    onUnauthenticated: () => {},
    onSignedInLongAgo: () => {},
  })
  const sent = vi.fn<typeof fetch>(() => new Promise(() => {}))
  vi.stubGlobal('fetch', sent)
  drawPage(() => page)
  fireEvent.click(await screen.findByRole('button', { name: /^Add .*to calendar$/ }))
  await vi.waitFor(() => expect(sent).toHaveBeenCalled())
  const request = new Request(...sent.mock.calls[0]!)
  expect(request.url).toContain(`/${id}/calendar.ics`)
  expect(request.headers.get('authorization')).toBe('Bearer secret')
})
