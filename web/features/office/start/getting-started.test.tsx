import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import type { OfficeClub } from '../queries.ts'
import { GettingStarted } from './getting-started.tsx'
import { startQuery } from './queries.ts'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

test.each([
  { done: [], links: ['See memberships'] },
  { done: ['membership'], links: ['Buy as a test'] },
  { done: ['membership', 'bought'], links: ['See receipt'] },
])('only what leads somewhere is offered: $done', async ({ done, links }) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const steps = ['membership', 'bought', 'receipt'].map((step) => ({ step, done: done.includes(step) }))
  client.setQueryData(startQuery('club').queryKey, { state: 'test', dismissed: false, steps } as never)
  const club = { id: 'club', key: 'ROKLUB' } as unknown as OfficeClub
  drawPage(() => <GettingStarted club={club} />, { client })
  await screen.findByText('Getting started')
  expect(screen.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(links)
})
