import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { FoundWords } from './found-words.tsx'

afterEach(cleanup)

test('a search that is cut has not found nobody, even where none of the first can be chosen', () => {
  overwriteGetLocale(() => 'en')
  render(
    <MantineProvider env="test">
      <FoundWords count={0} isCut none="Nobody found." />
    </MantineProvider>,
  )
  expect(screen.getByRole('status').textContent).toBe('The first 0. Type more to narrow the search.')
})
