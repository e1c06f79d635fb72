import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { type Checkout, useCheckout } from './checkout.ts'

/** A checkout button; `onSettled` records its result. */
async function renderButton(run: () => Promise<Checkout>) {
  const onSettled = vi.fn()
  function Pay() {
    const { start, error } = useCheckout<undefined>(run, onSettled)
    return <button onClick={() => start(undefined)}>{error ? error.message : 'Pay'}</button>
  }
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(
    <QueryClientProvider client={new QueryClient()}>
      <Pay />
    </QueryClientProvider>,
  )
  const button = await waitFor(() => place.querySelector('button') ?? expect.fail('Nothing is drawn'))
  return { button, onSettled }
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
