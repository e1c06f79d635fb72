import { searchWords } from '#contract/search-words.ts'
import { sql, type SQL } from './sql.ts'

/** Text in a pattern of `like`: `%`, `_` and `\` have no special meaning. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`)

/** Whether a folded column contains a folded word. */
export const containsWord = (folded: SQL, word: string): SQL => sql`${folded} like ${`%${escapeLike(word)}%`}::text`

/** Whether a folded column (`folded`, or `search_fold(…)`) contains every word of a phrase, in any order. */
export const containsWords = (folded: SQL, phrase: string): SQL =>
  sql.join([sql`true`, ...searchWords(phrase).map((word) => containsWord(folded, word))], sql` and `)
