import { MantineProvider, Modal } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { theme } from './theme.ts'

afterEach(cleanup)

test('the button that closes a dialog has a name, in the language of the moment', () => {
  const draw = () =>
    render(
      <MantineProvider env="test" theme={theme}>
        <Modal opened onClose={() => undefined} title="Answers" />
      </MantineProvider>,
    )
  overwriteGetLocale(() => 'da')
  draw()
  expect(screen.getByRole('button').ariaLabel).toBe('Luk')
  cleanup()
  overwriteGetLocale(() => 'en')
  draw()
  expect(screen.getByRole('button').ariaLabel).toBe('Close')
})
