export type Language = 'da' | 'en'

/** Danish when requested or the browser's first choice, otherwise English. */
export function chooseLanguage(acceptLanguage: string | undefined, asked?: unknown): Language {
  const wanted = typeof asked === 'string' && asked ? asked : (acceptLanguage ?? '')
  return /^\s*da\b/i.test(wanted) ? 'da' : 'en'
}

/** A text in both languages. */
export type Words = Record<Language, string>
