import * as z from 'zod/mini'
import type { Language, lines } from './values.ts'

/** A club's text in Danish and, if it wrote one, in English. */
export interface LocalText {
  readonly da: string
  readonly en?: string | undefined
}

export const textIn = ({ da, en }: LocalText, language: Language): string => (language === 'en' ? (en ?? da) : da)

/** A text on the wire. An English one that is blank or the same as the Danish one is left out. */
export const localTextOf = (danish: ReturnType<typeof lines>, english = danish) =>
  z.pipe(
    z.object({ da: danish, en: z.optional(english) }),
    z.transform(({ da, en }): { da: string; en?: string } => ({ da, ...(en && en !== da && { en }) })),
  )
