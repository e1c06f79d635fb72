import { beforeEach, expect, test, vi } from 'vitest'
import type { Ticket } from '#contract/events/tickets.ts'
import { openCopy, savePart } from '#web/api/offline-copy.ts'
import { queryClient } from '#web/api/query-client.ts'
import { recordActivity } from '#web/api/session/browser-session.ts'
import { useSessionState, type SessionState } from '#web/api/session/session.ts'
import { ticketsQuery } from '#web/features/events/queries.ts'
import { refreshOfflineCopy } from './refresh-offline-copy.ts'

const ticket = (id: string) => ({ id }) as Ticket
const { queryKey } = ticketsQuery('anna')
const kept = async () => (await openCopy())?.tickets

beforeEach(() => {
  sessionStorage.clear()
  queryClient.clear()
  recordActivity()
  useSessionState.setState({ status: 'signed-in', self: { id: 'anna' } } as SessionState)
})

test('tickets that came with another answer, as the first page has them, are in the copy', async () => {
  await savePart('anna', 'tickets', [ticket('camp')], () => true)
  const stop = refreshOfflineCopy('anna')
  queryClient.setQueryData(queryKey, [ticket('camp'), ticket('feast')])
  await vi.waitFor(async () => expect((await kept())?.data).toEqual([ticket('camp'), ticket('feast')]))
  stop()
})

test('a copy that is shown does not become newer', async () => {
  const at = Date.now() - 60_000
  await savePart('anna', 'tickets', [ticket('camp')], () => true, at)
  const stop = refreshOfflineCopy('anna')
  queryClient.setQueryData(queryKey, [ticket('camp')], { updatedAt: at })
  await savePart('anna', 'days', { from: '', until: '', items: [], cut: false }, () => true)
  expect((await kept())?.at).toBe(at)
  stop()
})
