import type { ReactNode } from 'react'
import { type LocalText, textIn } from '#contract/local-text.ts'
import { danish } from '#web/ui/own-text.tsx'
import { getLocale } from '#words/runtime.js'

/** A text that an office has in both languages, in its reader's. */
export const readersText = (text: LocalText): string => textIn(text, getLocale())

/** Likewise, with its language where it is another. */
export function Local({ text, none = '' }: { readonly text: LocalText; readonly none?: string }): ReactNode {
  const lang = langIn(text)
  const words = readersText(text) || none
  return lang ? <span lang={lang}>{words}</span> : words
}

/** `da` where its readers see the Danish one instead of theirs. */
export const langIn = ({ da, en }: LocalText): 'da' | undefined =>
  da !== '' && en === undefined ? danish() : undefined
