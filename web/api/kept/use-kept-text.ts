import { useState } from 'react'
import { readText, writeText } from './kept-value.ts'

const keyOf = (name: string) => `draft ${name}`

/** A text that is being typed; this tab keeps it over a reload and a look at something else. */
export function useKeptText(name: string) {
  const [text, setText] = useState(() => keptText(name))
  const change = (next: string) => {
    setText(next)
    keepText(name, next)
  }
  return { text, change }
}

/** Keeps what is typed under a name for this tab; an empty text forgets it. */
export const keepText = (name: string, text: string) => void writeText('tab', keyOf(name), text || null)

/** What was typed under a name; empty without any. */
export const keptText = (name: string): string => readText('tab', keyOf(name)) ?? ''
