import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import type { EventFacts } from '#contract/events/answers.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { NextTicket } from './next-ticket.tsx'

afterEach(cleanup)

const event: EventFacts = {
  id: '0190a000-0000-7000-8000-000000000001',
  orgId: '0190a000-0000-7000-8000-000000000002',
  orgKey: 'TENNIS',
  orgName: 'Tennisklubben Lunden',
  title: 'Fredagsdouble',
  kind: 'Kamp',
  startDate: '2026-11-27T18:00:00.000Z',
  endDate: '2026-11-27T20:00:00.000Z',
  timeZone: 'Europe/Copenhagen',
  place: 'Hallen',
  address: '',
  hue: 120,
  picture: null,
}

test.each([
  ['the user goes', ['Anna', 'Bo'], true, 'Your next event'],
  ['only others go', ['Bo'], false, 'Next event for Bo'],
] as const)('%s: the next event says whose it is', async (_, names, isOwn, words) => {
  overwriteGetLocale(() => 'en')
  drawPage(() => <NextTicket event={event} names={names} isOwn={isOwn} />)
  expect(await screen.findByText(words)).toBeTruthy()
})
