import type { ReactNode } from 'react'

interface Texts {
  readonly danish?: readonly string[] | undefined
}

/** The language of a club's text where it is Danish and the reader's is not, for an element's `lang`. */
export const langOf = ({ danish }: Texts, field: string): 'da' | undefined =>
  danish?.includes(field) ? 'da' : undefined

/** A club's text. Where it is Danish and the reader's language is not, screen readers are told. */
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
