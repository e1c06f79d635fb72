import { foldText } from '#contract/search-words.ts'
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
  const words = phrase.split(/[\s\p{Cc}]+/u).filter(Boolean)
  const conditions: SQL[] = [sql`true`]
  for (let at = 0; at < words.length;) {
    const { count, minors } = amountAt(words, at)
    const named = allOf(words.slice(at, at + count).map((word) => isNamed(orgId, word)))
    conditions.push(minors.length > 0 ? sql`(${named} or total = any(${sql.param(minors)}::bigint[]))` : named)
    at += count
  }
  return allOf(conditions)
}

const allOf = (conditions: readonly SQL[]) => sql`(${sql.join([...conditions], sql` and `)})`

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

function isNamed(orgId: string, word: string): SQL {
  const found = containsWord(search, foldText(word))
  if (!/^(?:test-)?(?:\d{4}-\d{1,5}|\d{5})$/i.test(word)) return found
  return sql`(${found} or id in (select order_id from receipts where org_id = ${orgId}::uuid
    and ${containsWord(sql`lower((case when test_mode then 'TEST-' else '' end) || year || '-' || lpad(number::text, 5, '0'))`, word.toLowerCase())}))`
}
