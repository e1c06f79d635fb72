import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { DelayedAction } from '#contract/audit/delayed-actions.ts'
import { queryClient, queryKeys } from '#web/api/query-client.ts'
import { type SessionState, useSessionState } from '#web/api/session/session.ts'
import { drawPage } from '#web/test-draw.tsx'
import { DelayedActions } from './delayed-actions.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('memberships are read again once a free one has been given', async () => {
  const grant: DelayedAction = {
    id: 'grant',
    kind: 'grant',
    thingId: 'anna',
    label: 'Anna Holm',
    count: 1,
    amount: null,
    by: 'Bo',
    secondsLeft: 5,
    refusal: null,
    can: { stop: true },
  }
  useSessionState.setState({ status: 'signed-in', member: { id: 'bo' }, self: { id: 'bo' } } as SessionState)
  let waiting = [grant]
  vi.stubGlobal('fetch', async () => Response.json(waiting))
  const ofClub = [...queryKeys.memberships, 'office']
  queryClient.setQueryData(ofClub, [])
  drawPage(() => <DelayedActions orgId="club" />, { client: queryClient })
  await screen.findByRole('timer')
  waiting = []
  await act(() => queryClient.invalidateQueries({ queryKey: queryKeys.office }))
  await waitFor(() => expect(screen.queryByRole('timer')).toBeNull())
  expect(queryClient.getQueryState(ofClub)?.isInvalidated).toBe(true)
})
