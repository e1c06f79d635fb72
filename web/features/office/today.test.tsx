import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { OfficeTodayPage } from './today.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('of many to follow up, the first are named and the others counted', async () => {
  overwriteGetLocale(() => 'en')
  const people = ['Anna', 'Bo', 'Carla', 'Dan', 'Eva', 'Finn'].map((name) => ({ memberId: name, name }))
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ followUps: { count: 8, people, dueSince: '2026-11-01' } })),
  )
  drawPage(() => <OfficeTodayPage club={{ id: 'club', key: 'ROKLUB', name: 'Roklub' } as never} mayCopy={false} />)
  expect(await screen.findByText(/Anna, Bo, Carla, Dan, Eva and 1 more/)).toBeDefined()
})
