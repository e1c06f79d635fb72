import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Cover } from './cover.tsx'

test('a picture that cannot be loaded leaves the pattern, and the next one is tried', () => {
  const cover = (src: string) => <Cover colour="#000" picture={{ src, width: 400, height: 210 }} />
  const { container, rerender } = render(cover('/one'))
  fireEvent.error(container.querySelector('img')!)
  expect(container.querySelector('img')).toBeNull()
  expect(container.querySelector('svg')).not.toBeNull()
  rerender(cover('/two'))
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/two')
})
