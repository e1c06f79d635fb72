/**
 * A text as searches compare it: in lower case, without accents, and with æ, ø and å as people write them who don't have these letters.
 * `ae`, `oe` and `aa` are the same as æ, ø and å; so are `o` and `a` for ø and å. PostgreSQL's `search_fold` folds columns the same way.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[øðđłς]/g, (letter) => plain[letter]!)
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replace(/(a)a+|(o)e+/g, '$1$2')

const plain: Readonly<Record<string, string>> = { ø: 'o', ð: 'd', đ: 'd', ł: 'l', ς: 'σ' }

/** The words of a typed search, folded, each once. */
export const searchWords = (phrase: string): string[] =>
  [...new Set(foldText(phrase).split(/[\s\p{Cc}]+/u))].filter(Boolean)

/** Whether a text has every word of a search, in any order. */
export function hasWords(text: string, phrase: string): boolean {
  const folded = foldText(text)
  return searchWords(phrase).every((word) => folded.includes(word))
}
