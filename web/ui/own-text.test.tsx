import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { m } from '#words/messages.js'
import { overwriteGetLocale } from '#words/runtime.js'
import { withOwn } from './own-text.tsx'

afterEach(cleanup)

const htmlOf = (node: ReactNode) => render(<p>{node}</p>).container.innerHTML

test("a club's text in a sentence of the portal is marked alone", () => {
  overwriteGetLocale(() => 'en')
  const joined = (membership: string) => m.register_joined({ membership })
  expect(htmlOf(withOwn({ name: 'Voksen', danish: ['name'] }, 'name', joined))).toBe(
    '<p><span lang="da">Voksen</span> is in the basket</p>',
  )
  expect(htmlOf(withOwn({ name: 'Adult', danish: undefined }, 'name', joined))).toBe('<p>Adult is in the basket</p>')
})
