import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/api/query-client.ts'
import { type SessionState, useSessionState } from '#web/api/session/session.ts'
import type { PurchaseRequest } from '#web/features/memberships/sale/basket-draft.ts'
import type { Shops } from '#web/features/memberships/sale/basket.ts'
import { drawPage } from '#web/test-draw.tsx'
import { Route } from './_member.membership.new.tsx'

interface FormProps {
  readonly wanted: PurchaseRequest
  readonly shops: Shops
  readonly onOtherClubs: (orgIds: string) => void
}

// As the real one, it opens with what is wanted first.
vi.mock('#web/features/memberships/sale/buy-membership-form.tsx', () => ({
  BuyMembershipForm({ wanted, shops, onOtherClubs }: FormProps) {
    const [opened] = useState({ ...wanted, offers: shops.offersOf(wanted.orgId ?? '')?.length })
    return (
      <>
        <output>{JSON.stringify(opened)}</output>
        {['tennis,golf', 'golf', ''].map((clubs) => (
          <button key={clubs} onClick={() => onOtherClubs(clubs)}>{`Basket: ${clubs || 'own'}`}</button>
        ))}
        <p>{`Clubs: ${shops.clubs.map(({ id }) => id).join(',')}`}</p>
      </>
    )
  },
}))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('another request at the same page opens the form with it, and with the offers of its club', async () => {
  useSessionState.setState({ status: 'signed-in', member: { id: 'anna' }, self: { id: 'anna' } } as SessionState)
  vi.stubGlobal('fetch', async (address: URL | string) => {
    const { pathname, searchParams } = new URL(address)
    if (!pathname.includes('/config/')) return Response.json([])
    // Names of clubs are there before their offers.
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(1))
    const clubs = new Set(['rowing', ...(searchParams.get('orgIds')?.split(',') ?? [])])
    return Response.json([...clubs].map((orgId) => ({ id: `${orgId} season`, orgId })))
  })
  const { router } = drawPage(Route.options.component!, { client: queryClient, at: '/?orgId=rowing' })
  const opens = (wanted: object) =>
    waitFor(() => expect(JSON.parse(screen.getByRole('status').textContent)).toMatchObject(wanted))
  await opens({ orgId: 'rowing', offers: 1 })
  await act(async () => router.history.push('/?lines=anna.rowing season'))
  await opens({ rows: [{ memberId: 'anna', orgId: 'rowing', membershipConfId: 'rowing season' }] })
  await act(async () => router.history.push('/?orgId=tennis'))
  await opens({ orgId: 'tennis', offers: 1 })
})

test('a family that cannot be loaded is an error, not a purchase for oneself alone', async () => {
  useSessionState.setState({ status: 'signed-in', member: { id: 'anna' }, self: { id: 'anna' } } as SessionState)
  vi.stubGlobal('fetch', async (address: URL | string) =>
    String(address).includes('/family/people')
      ? Response.json({ code: 'forbidden' }, { status: 403 })
      : Response.json([]),
  )
  drawPage(Route.options.component!, { client: queryClient })
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
})

test("the form stays, and can have a club back, when one that is not the family's is taken out of the basket", async () => {
  useSessionState.setState({ status: 'signed-in', member: { id: 'anna' }, self: { id: 'anna' } } as SessionState)
  vi.stubGlobal('fetch', async (address: URL | string) => {
    const ids = new URL(address).searchParams.get('ids')
    return Response.json(ids ? ids.split(',').map((id) => ({ id })) : [])
  })
  drawPage(Route.options.component!, { client: queryClient })
  fireEvent.click(await screen.findByText('Basket: tennis,golf'))
  const clubs = await screen.findByText('Clubs: tennis,golf')
  for (const left of ['golf', 'own']) {
    fireEvent.click(screen.getByText(`Basket: ${left}`))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(clubs.isConnected).toBe(true)
  }
  expect(clubs.textContent).toContain('golf')
})
