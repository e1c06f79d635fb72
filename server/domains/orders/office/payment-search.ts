import { searchWords } from '#contract/search-words.ts'
import { readAmount } from '#contract/typed-amount.ts'
import { languages } from '#contract/values.ts'
import { containsWord } from '#server/database/search-sql.ts'
import { sql, type SQL } from '#server/database/sql.ts'

const search = sql`search`

/**
 * Whether a paid order has every word of a phrase: in its number, the names and address of its people, what was bought, or its receipt's number. What
 * reads as an amount, also of several words (`1 250 kr.`), may be the order's total instead.
 */
export function findsPayment(orgId: string, phrase: string): SQL {
  const words = wordsOf(phrase)
  const parts: Part[] = []
  for (let at = 0; at < words.length;) {
    const { count, minors } = amountAt(words, at)
    parts.push({ words: words.slice(at, at + count), minors })
    at += count
  }
  const isAlone = parts.every(({ minors }) => minors.length > 0)
  return allOf(parts.map((part) => isFound(orgId, part, isAlone)))
}

/** Words that belong together, and what they may be as amounts. */
interface Part {
  readonly words: readonly string[]
  readonly minors: readonly number[]
}

/** Whether all of a phrase reads as an amount, which most of a club's orders may have. */
export function isAmount(phrase: string): boolean {
  const words = wordsOf(phrase)
  return words.length > 0 && amountAt(words, 0).minors.length > 0 && amountAt(words, 0).count === words.length
}

const wordsOf = (phrase: string) => phrase.split(/[\s\p{Cc}]+/u).filter(Boolean)

const allOf = (conditions: readonly SQL[]) => sql`(${sql.join([sql`true`, ...conditions], sql` and `)})`

/** The longest amount that begins at a word, as each reader may mean it; the word alone when there is none. */
function amountAt(words: readonly string[], at: number): { count: number; minors: number[] } {
  for (let end = words.length; end > at; end--) {
    const minors = readings(words.slice(at, end).join(' '))
    if (minors.length > 0) return { count: end - at, minors }
  }
  return { count: 1, minors: [] }
}

function readings(text: string): number[] {
  const all = languages.flatMap((language) => {
    const read = readAmount(text, language)
    return read.kind === 'read' ? [read.minor] : read.kind === 'unclear' ? read.choices : []
  })
  return [...new Set(all)]
}

/**
 * Words: each part uses its own index; the ids are an array, because with a query in `or` every order of the club is read. An amount may be
 * that of most orders: beside a word it is looked for among what the word finds; else all of them are read, but in the index that has their
 * totals, and what is named like it is looked up in a hash.
 */
function isFound(orgId: string, { words, minors }: Part, isAlone: boolean): SQL {
  const named = allOf(searchWords(words.join(' ')).map((word) => containsWord(search, word)))
  const [word = '', ...more] = words.map((one) => one.replace(/[,;]$/, ''))
  const receipts = more.length === 0 ? ofReceipts(orgId, word) : []
  const total = sql`total = any(${sql.param(minors)}::bigint[])`
  const parts =
    minors.length > 0 && isAlone
      ? [
          total,
          sql`id in (select id from orders where org_id = ${orgId}::uuid and status in ('paid', 'refunded') and ${named})`,
          ...receipts.map((ids) => sql`id in (${ids})`),
        ]
      : [...(minors.length > 0 ? [total] : []), named, ...receipts.map((ids) => sql`id = any(array(${ids}))`)]
  return sql`(${sql.join(parts, sql` or `)})`
}

/** `2026-00012`, or what is typed of it from its year on; `00012`; `TEST-2026-00012`. */
function ofReceipts(orgId: string, word: string): SQL[] {
  const { test, year, digits } = /^(?<test>test-)?(?:(?<year>\d{4})-)?(?<digits>\d{1,9})$/i.exec(word)?.groups ?? {}
  if (digits === undefined || (!year && (test || digits.length < 5))) return []
  const rest = 10 ** Math.max(0, 5 - digits.length)
  const first = Number(digits) * rest
  return [
    sql`select order_id from receipts where org_id = ${orgId}::uuid and number between ${first}::int and ${first + rest - 1}::int
      ${year ? sql`and year = ${year}::int` : sql``} ${test ? sql`and test_mode` : sql``}`,
  ]
}
