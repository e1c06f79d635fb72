import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Membership, RenewalPlan } from '#contract/memberships/memberships.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { RenewalLine } from './renewal-line.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
vi.mock('#web/ui/toasts/toast.tsx', () => ({ showToast: vi.fn<() => void>() }))

const id = '0190a000-0000-7000-8000-000000000001'
const older = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'

let sent: unknown[]
beforeEach(() => {
  overwriteGetLocale(() => 'en')
  vi.mocked(showToast).mockClear()
  sent = []
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    sent.push(JSON.parse(init.body as string))
    return Response.json({})
  })
})

/** Switches it off. @returns what undoes that, as the reader is offered it */
async function switchOff(membership: Partial<Membership>) {
  const renewal = { card: null, payerName: 'Bo Lund', state: 'waiting', can: { switchOff: true } } as RenewalPlan
  const shown = { id, orgId: id, memberId: id, autoRenewal: true, can: {}, renewal, ...membership } as Membership
  const place = document.createElement('div')
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <RenewalLine membership={shown} name="Alma" hasCard />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  await act(async () => place.querySelector('input')!.click())
  await act(async () => expect.poll(() => vi.mocked(showToast).mock.calls.length).toBe(1))
  return vi.mocked(showToast).mock.calls[0]![0].action
}

test('undoing a switch renews with the same card of the reader, not with their newest', async () => {
  const undo = await switchOff({ savedCardIdentifier: older })
  await act(async () => undo!.onClick())
  expect(sent).toMatchObject([{ autoRenewal: false }, { autoRenewal: true, savedCardIdentifier: older }])
})

test("what somebody else's card renews is not undone with a card of the reader", async () => {
  expect(await switchOff({ savedCardIdentifier: null })).toBeUndefined()
})
