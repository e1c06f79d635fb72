import { render, screen } from '@testing-library/react'
import { lazy } from 'react'
import { expect, test, vi } from 'vitest'
import { Optional } from './optional.tsx'

test('the page works without a part whose code fails to load', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const Part = lazy(() => Promise.reject(new Error('no network')))
  render(
    <main>
      <h1>The page</h1>
      <Optional>
        <Part />
      </Optional>
    </main>,
  )
  await vi.waitFor(() => expect(logged).toHaveBeenCalled())
  expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy()
})
