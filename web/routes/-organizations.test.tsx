import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { membershipsQuery } from '#web/features/memberships/queries.ts'
import { directoryQuery, type DirectoryEntry } from '#web/features/organisations/queries.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { Page } from './-organizations.tsx'

vi.mock('#web/api/acting/subject.ts', () => ({ useSubject: () => ({ id: 'anna' }) }))
afterEach(cleanup)

test('a club that has paused its sales cannot be joined', async () => {
  overwriteGetLocale(() => 'en')
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const club = { description: '', city: '', hue: 200, events: 0, membershipFrom: null, testMode: false }
  const clubs: DirectoryEntry[] = [
    { ...club, id: 'a', key: 'ROW', name: 'Rowing' },
    { ...club, id: 'b', key: 'TENNIS', name: 'Tennis', isPaused: true },
  ]
  const cache = new QueryClient()
  cache.setQueryData(directoryQuery('').queryKey, { pages: [clubs], pageParams: [''] })
  cache.setQueryData(membershipsQuery('anna').queryKey, [])
  drawPage(Page, { client: cache })
  expect(await screen.findByRole('link', { name: 'Tennis' })).toBeTruthy()
  expect(screen.getAllByRole('link', { name: /^Join/ }).map((link) => link.ariaLabel)).toEqual([
    expect.stringContaining('Rowing'),
  ])
})
