import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useOptimisticParam } from './use-optimistic-param.ts'

afterEach(cleanup)

/** Buttons whose choice is in the URL, plus another way to change the URL. */
function Choice({ refuses = false }: { refuses?: boolean }) {
  const [address, go] = useState('month')
  const [view, choose] = useOptimisticParam(address, async (next) => {
    if (!refuses) go(next)
  })
  return (
    <>
      <p>{`${view} at ${address}`}</p>
      <button type="button" onClick={() => choose('week')}>
        Week
      </button>
      <button type="button" onClick={() => go('list')}>
        Back
      </button>
    </>
  )
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const textOf = () => document.querySelector('p')!.textContent

test('a choice shows before the URL follows', async () => {
  render(<Choice />)
  press('Week')
  expect(textOf()).toBe('week at month')
  await waitFor(() => expect(textOf()).toBe('week at week'))
})

test('the URL decides again once it has followed or refused', async () => {
  const { unmount } = render(<Choice />)
  press('Week')
  await waitFor(() => expect(textOf()).toBe('week at week'))
  await act(async () => undefined)
  press('Back')
  expect(textOf()).toBe('list at list')
  unmount()

  render(<Choice refuses />)
  press('Week')
  expect(textOf()).toBe('week at month')
  await waitFor(() => expect(textOf()).toBe('month at month'))
})
