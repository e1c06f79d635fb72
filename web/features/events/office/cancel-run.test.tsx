import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/api/query-client.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { CancelRunView } from './cancel-run.tsx'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('refunds whose sum cannot be loaded cannot be approved, and the question says why', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'forbidden' }, { status: 403 }))
  const run = {
    state: 'waiting',
    refunds: 'all',
    startedBy: 'Bo',
    startedAt: '2026-11-01T10:00:00.000Z',
    texts: { da: 'Aflyst' },
    can: { approve: true },
    total: 3,
    failed: 0,
    byHand: 0,
    byHandOrders: [],
    dates: [],
  }
  const event = { id: 'regatta', fields: { title: { da: 'Regatta' } } }
  drawPage(
    () => (
      <CancelRunView
        club={{ id: 'club', key: 'ROKLUB' }}
        event={event as never}
        run={run as never}
        seesOrders={false}
      />
    ),
    { client: queryClient },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Approve the refunds' }))
  const dialog = await screen.findByRole('dialog')
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  const [keep, approve] = [...dialog.querySelectorAll<HTMLButtonElement>('button')].slice(-2)
  expect([keep!.disabled, approve!.disabled, approve!.dataset['loading']]).toEqual([false, true, undefined])
})
