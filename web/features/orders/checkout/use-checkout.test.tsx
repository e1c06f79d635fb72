import { webcrypto } from 'node:crypto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import type { Selection } from '#contract/orders/orders.ts'
import { useSessionState, type SessionState } from '#web/api/session/session.ts'
import { type Checkout, type Sent, useCheckout, usePurchase } from './checkout.ts'

// jsdom has no digests.
vi.stubGlobal('crypto', webcrypto)

/** A checkout button; `onSettled` records its result. */
async function renderButton(run: () => Promise<Checkout>) {
  const onSettled = vi.fn()
  function Pay() {
    const { start, error } = useCheckout<undefined>(run, onSettled)
    return <button onClick={() => start(undefined)}>{error ? error.message : 'Pay'}</button>
  }
  return { button: await draw(<Pay />), onSettled }
}

async function draw(button: ReactNode): Promise<HTMLButtonElement> {
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(<QueryClientProvider client={new QueryClient()}>{button}</QueryClientProvider>)
  return waitFor(() => place.querySelector('button') ?? expect.fail('Nothing is drawn'))
}

test('a double click opens one payment', async () => {
  const { promise, resolve } = Promise.withResolvers<Checkout>()
  const run = vi.fn(() => promise)
  const { button, onSettled } = await renderButton(run)
  button.click()
  button.click()
  resolve({ kind: 'settled', token: 'a' })
  await waitFor(() => expect(onSettled).toHaveBeenCalledExactlyOnceWith('a'))
  expect(run).toHaveBeenCalledTimes(1)
})

test('the button can be pressed again after a failure', async () => {
  const run = vi.fn(() => Promise.reject<Checkout>(new Error('No answer')))
  const { button } = await renderButton(run)
  button.click()
  await waitFor(() => expect(button.textContent).toBe('No answer'))
  button.click()
  await waitFor(() => expect(run).toHaveBeenCalledTimes(2))
})

test('a selection is remembered without what it says: it may hold answers about health', async () => {
  useSessionState.setState({ status: 'signed-in' } as SessionState)
  const answer = (body: object) =>
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  vi.stubGlobal('fetch', async (url: string) =>
    answer(/prepare/.test(url) ? { token: 'T'.repeat(40) } : { status: 'paid', confirming: false, own: null }),
  )
  const saved: Sent[] = []
  const sent = { read: () => saved.at(-1), save: (one: Sent) => void saved.push(one) }
  const selection = { lines: [{ answers: { allergies: 'nuts' } }], gdprAgreement: true } as unknown as Selection
  const onSettled = vi.fn()
  function Pay() {
    const order = async () => ({
      purchases: [{ selection, shown: { minor: 0, currency: 'DKK' }, sent }],
      address: null,
    })
    const { start, error } = usePurchase({ member: {} as never, chosen: '', order, onStale: () => {}, onSettled })
    return <button onClick={() => start(undefined)}>{error ? error.message : 'Pay'}</button>
  }
  const button = await draw(<Pay />)
  for (const pressed of [1, 2]) {
    button.click()
    await waitFor(() => expect(onSettled).toHaveBeenCalledTimes(pressed))
  }
  expect(saved).toHaveLength(1)
  expect(JSON.stringify(saved) + atob(saved[0]!.selection)).not.toContain('nuts')
})
