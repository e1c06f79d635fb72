import * as z from 'zod/mini'
import { isSameText } from './search-words.ts'
import { type Language, lines, longText, requiredLines, singleLine, text } from './values.ts'

/** A club's text in Danish and, if it wrote one, in English. */
export const LocalText = z.object({ da: text(20_000), en: z.optional(text(20_000)) })
export type LocalText = Readonly<z.infer<typeof LocalText>>

const localLines = (max: number) => z.object({ da: longText(max), en: z.optional(longText(max)) })
const localLine = (max: number) => z.object({ da: singleLine(max), en: z.optional(singleLine(max)) })

/** Texts as an office writes them, by their lengths. */
export const LocalName = localLine(60)
export const LocalTitle = localLine(120)
export const LocalSentence = localLine(300)
export const LocalParagraphs = localLines(2000)
export const LocalPages = localLines(20_000)
/** A message of a club to people, which it has to write in Danish. */
export const LetterText = z.object({ da: requiredLines(5000), en: z.optional(lines(5000)) })

/** Whether somebody typed a name, in either language and however it is spaced. */
export const isNameOf = ({ da, en = da }: LocalText, typed: string): boolean =>
  [da, en].some((name) => isSameText(name, typed))

export const textIn = ({ da, en }: LocalText, language: Language): string => (language === 'en' ? (en ?? da) : da)

/** Texts in the reader's language, and the names of those that are in Danish although the reader's is another. */
export function textsIn<K extends string>(
  texts: Readonly<Record<K, LocalText>>,
  language: Language,
): Record<K, string> & { danish?: K[] } {
  const entries = Object.entries<LocalText>(texts) as [K, LocalText][]
  const danish = entries.flatMap(([name, { da, en }]) =>
    language !== 'da' && da !== '' && en === undefined ? [name] : [],
  )
  const read = Object.fromEntries(entries.map(([name, written]) => [name, textIn(written, language)])) as Record<
    K,
    string
  >
  return { ...read, ...(danish.length > 0 && { danish }) }
}

/** Which texts of an answer are in Danish although the reader's language is another. */
export const DanishTexts = z.optional(z.array(text(40)).check(z.maxLength(20)))

/** A text on the wire. An English one that is blank or the same as the Danish one is left out. */
export const localTextOf = (danish: ReturnType<typeof lines>, english = danish) =>
  z.pipe(
    z.object({ da: danish, en: z.optional(english) }),
    z.transform(({ da, en }): { da: string; en?: string } => ({ da, ...(en && en !== da && { en }) })),
  )
