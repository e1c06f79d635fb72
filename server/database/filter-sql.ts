import type { Condition, Filter, FilterFields } from '#contract/filters.ts'
import { foldText } from '#contract/search-words.ts'
import { escapeLike } from './search-sql.ts'
import { sql, type SQL } from './sql.ts'

/**
 * Where each field of a list is in its query: an expression; for choices of which a row may have several, a test; for a day, the moment
 * whose day it is in Copenhagen, which is never null: its conditions can be looked up in an index.
 */
export type FilterColumns<F extends FilterFields> = {
  readonly [Name in keyof F]: SQL | ((values: SQL) => SQL) | { readonly moment: SQL }
}

/**
 * A filter as a condition of SQL that is true or false and never null, so that `not` is the opposite. Values are parameters only.
 * @param filter undefined lets everything through
 */
export function filterSql<F extends FilterFields>(
  filter: Filter<keyof F & string> | undefined,
  fields: F,
  columns: FilterColumns<F>,
): SQL {
  const compile = (one: Filter<keyof F & string>): SQL => {
    if ('all' in one) return joined(one.all.map(compile), sql` and `)
    if ('any' in one) return joined(one.any.map(compile), sql` or `)
    if ('not' in one) return sql`(not ${compile(one.not)})`
    const column = columns[one.field]
    if ('moment' in column) return onDaysSql(one, column.moment)
    return typeof column === 'function'
      ? sql`coalesce(${column(listOf(one))}, false)`
      : sql`coalesce(${conditionSql(one, column, types[fields[one.field]!.kind])}, false)`
  }
  return filter ? compile(filter) : sql`true`
}

/** Types of PostgreSQL by kind of field. */
const types = {
  text: sql`text`,
  choice: sql`text`,
  number: sql`bigint`,
  money: sql`bigint`,
  date: sql`date`,
} as const

function conditionSql(condition: Condition, column: SQL, type: SQL): SQL {
  switch (condition.op) {
    case 'contains':
      return sql`search_fold(${column}) like any(${spellings(condition.value, (text) => `%${pattern(text)}%`)}::text[])`
    case 'starts':
      return sql`search_fold(${column}) like any(${spellings(condition.value, (text) => `${pattern(text)}%`)}::text[])`
    case 'is':
      return type === types.text
        ? sql`lower(${column}) = any(array(select lower(text) from unnest(${spellings(String(condition.value))}::text[]) as text))`
        : sql`${column} = ${condition.value}::${type}`
    case 'below':
      return sql`${column} < ${condition.value}::${type}`
    case 'from':
      return sql`${column} >= ${condition.value}::${type}`
    case 'between':
      return sql`${column} between ${condition.from}::${type} and ${condition.to}::${type}`
    case 'any_of':
      return sql`${column} = any(${listOf(condition)}::text[])`
    case 'empty':
      return type === types.text ? sql`(${column} is null or ${column} = '')` : sql`${column} is null`
  }
}

/** Whether a moment is on these days. */
function onDaysSql(condition: Condition, moment: SQL): SQL {
  const from = (day: unknown) => sql`${moment} >= ${midnight(sql`${day}::date`)}`
  const until = (day: unknown) => sql`${moment} < ${midnight(sql`${day}::date + 1`)}`
  switch (condition.op) {
    case 'is':
      return sql`(${from(condition.value)} and ${until(condition.value)})`
    case 'below':
      return sql`(${moment} < ${midnight(sql`${condition.value}::date`)})`
    case 'from':
      return sql`(${from(condition.value)})`
    case 'between':
      return sql`(${from(condition.from)} and ${until(condition.to)})`
    default:
      return sql`false`
  }
}

const midnight = (day: SQL): SQL => sql`(${day})::timestamp at time zone 'Europe/Copenhagen'`

const pattern = (text: string) => escapeLike(foldText(text))

/** A text as it may be stored: telephone numbers and post codes have no blanks there. */
const spellings = (typed: string, write = (text: string) => text): SQL =>
  sql`${sql.param([typed, /^\+?\d[\d\s().-]*$/.test(typed) ? typed.replace(/[\s().-]/g, '') : typed].map(write))}`

const listOf = (condition: Condition): SQL => sql`${sql.param('values' in condition ? [...condition.values] : [])}`

const joined = (parts: readonly SQL[], by: SQL): SQL => sql`(${sql.join([...parts], by)})`
