import { cleanup, render, screen } from '@testing-library/react'
import { Component, Suspense, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyPart, tryAgain } from './lazy-part.tsx'

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render = () => (this.state.failed ? <p>Failed</p> : this.props.children)
}

const draw = (Part: ReturnType<typeof lazyPart<{ name: string }>>) => {
  cleanup()
  render(
    <Boundary>
      <Suspense fallback="…">
        <Part name="Anna" />
      </Suspense>
    </Boundary>,
  )
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('what could not be had is asked for again once the reader tries again, and not before', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  let asked = 0
  let gone = true
  const Part = lazyPart(async () => {
    asked += 1
    if (gone) throw new Error('no network')
    return ({ name }: { name: string }) => <h1>{name}</h1>
  })
  draw(Part)
  await screen.findByText('Failed')
  draw(Part)
  await screen.findByText('Failed')
  expect(asked).toBe(1)
  tryAgain()
  draw(Part)
  await screen.findByText('Failed')
  expect(asked).toBe(2)
  gone = false
  tryAgain()
  draw(Part)
  await screen.findByRole('heading', { name: 'Anna' })
  tryAgain()
  draw(Part)
  await screen.findByRole('heading', { name: 'Anna' })
  expect(asked).toBe(3)
})
