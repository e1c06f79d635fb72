import type { ReactNode } from 'react'
import { getLocale } from '#words/runtime.js'

interface Texts {
  readonly danish?: readonly string[] | undefined
}

/** The language of a club's text where it is Danish and the reader's is not, for an element's `lang`. */
export const langOf = ({ danish }: Texts, field: string): 'da' | undefined =>
  danish?.includes(field) ? 'da' : undefined

/** A club's text, with its language for screen readers where it is Danish and the reader's is not. */
export const Own = <T extends Texts>({
  of,
  field,
}: {
  readonly of: T
  readonly field: keyof T & string
}): ReactNode => {
  const lang = langOf(of, field)
  const words = of[field] as ReactNode
  return lang ? <span lang={lang}>{words}</span> : words
}

/** A sentence of the portal with a club's text in it: the text alone is in its language. */
export function withOwn<T extends Texts>(
  of: T,
  field: keyof T & string,
  sentence: (text: string) => string,
): ReactNode {
  if (!langOf(of, field)) return sentence(of[field] as string)
  const [before, after] = sentence(PLACE).split(PLACE)
  return (
    <>
      {before}
      <Own of={of} field={field} />
      {after}
    </>
  )
}

/** No text has it. */
const PLACE = '\u0000'

/** The language of a text that is Danish for every reader. */
export const danish = (): 'da' | undefined => (getLocale() === 'da' ? undefined : 'da')
