/**
 * A text as searches compare it: in lower case, without accents, and with æ, ø and å as people write them who don't have these letters.
 * `ae`, `oe` and `aa` are the same as æ, ø and å; so are `o` and `a` for ø and å. Apostrophes and what is unseen make no difference, nor does the kind
 * of a hyphen. PostgreSQL's `search_fold` folds columns the same way.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(dropped, '')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[øðđłς]/g, (letter) => plain[letter]!)
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replace(/(a)a+|(o)e+/g, '$1$2')

/** Accents, what is unseen, and apostrophes. */
const dropped = new RegExp(
  String.raw`[\u0300-\u036f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff'\u0060\u00b4\u02b9-\u02bd\u02c8\u2018-\u201b\u2032\u2035\ua78c\uff07]+`,
  'g',
)

const plain: Readonly<Record<string, string>> = { ø: 'o', ð: 'd', đ: 'd', ł: 'l', ς: 'σ' }

/** The words of a typed search, folded, each once. `Holm, Anna` has two; a telephone number with the code of a country is one. */
export const searchWords = (phrase: string): string[] => {
  const folded = foldText(phrase)
  const [, number] = /^\s*(?:\+|00)([\d\s().-]+)$/.exec(folded) ?? []
  const digits = number?.replace(/\D/g, '') ?? ''
  // Most are stored without the code of Denmark, others with `+` or `00`.
  if (digits.length > 7) return [digits.replace(/^45/, '')]
  return [...new Set(folded.split(/[\s\p{Cc},;]+/u))].filter(Boolean)
}

/** Whether two texts are the same to a person who types one of them to confirm. */
export const isSameText = (one: string, other: string): boolean =>
  foldText(one).trim().replace(/\s+/g, ' ') === foldText(other).trim().replace(/\s+/g, ' ')

/** Whether a text has every word of a search, in any order. */
export function hasWords(text: string, phrase: string): boolean {
  const folded = foldText(text)
  return searchWords(phrase).every((word) => folded.includes(word))
}
