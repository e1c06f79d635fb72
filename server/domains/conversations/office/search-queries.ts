import { sql, type SQL } from 'drizzle-orm'

const MOST_WORDS = 8

/** What somebody looks for, word by word. */
export const wordsOf = (text: string): string[] =>
  [...new Set(text.toLowerCase().split(/[\s\p{Cc}]+/u))].filter((word) => word !== '').slice(0, MOST_WORDS)

/** Whether a thread has all the words: long ones wherever they stand, short ones where a word begins in what it begins with. */
export const mentions = (words: readonly string[]): SQL =>
  words.length === 0
    ? sql`true`
    : sql.join(
        words.map((word) => (Array.from(word).length < 3 ? begins(word) : contains(word))),
        sql` and `,
      )

/** `%`, `_` and `\` are letters like others. */
const contains = (word: string): SQL => sql`search like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`

/** Letters of a thread that short words are looked for in, which no index helps with: subject, who asks, the first words. */
const BEGINNING = 500

const begins = (word: string): SQL =>
  sql`left(search, ${BEGINNING}::int) ~ ${`(^|[^[:alnum:]])${word.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`}`
