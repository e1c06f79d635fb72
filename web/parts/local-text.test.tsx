import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { Local } from './local-text.tsx'

afterEach(cleanup)

const htmlOf = (node: ReactNode) => render(<p>{node}</p>).container.innerHTML

test('a text that an office has in both languages is marked where its readers see the Danish one', () => {
  overwriteGetLocale(() => 'en')
  expect(htmlOf(<Local text={{ da: 'Voksen' }} />)).toBe('<p><span lang="da">Voksen</span></p>')
  expect(htmlOf(<Local text={{ da: 'Voksen', en: 'Adult' }} />)).toBe('<p>Adult</p>')
  expect(htmlOf(<Local text={{ da: '' }} none="Untitled" />)).toBe('<p>Untitled</p>')
  overwriteGetLocale(() => 'da')
  expect(htmlOf(<Local text={{ da: 'Voksen' }} />)).toBe('<p>Voksen</p>')
})
