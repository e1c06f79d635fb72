import { useState } from 'react'

/** A text that is being typed; this tab keeps it over a reload and a look at something else. */
export function useKeptText(name: string) {
  const [text, setText] = useState(() => keptText(name))
  const change = (next: string) => {
    setText(next)
    keepText(name, next)
  }
  return { text, change }
}

const keyOf = (name: string) => `draft ${name}`

export function keepText(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(name))
    else sessionStorage.setItem(keyOf(name), text)
  } catch {
    // Then a reload forgets it.
  }
}

/** What was typed under a name; empty without any. */
export function keptText(name: string): string {
  try {
    return sessionStorage.getItem(keyOf(name)) ?? ''
  } catch {
    return ''
  }
}
