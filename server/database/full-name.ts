import { sql, type SQL } from './sql.ts'

/** A person's full name. @param person the name of `members` in the query */
export function fullNameOf(person: string): SQL<string> {
  const of = sql.identifier(person)
  return sql<string>`trim(${of}.first_name || ' ' || ${of}.last_name)`
}

/** How a person is greeted, as `callName`. */
export function callNameOf(person: string): SQL<string> {
  const of = sql.identifier(person)
  return sql<string>`coalesce(nullif(${of}.first_name, ''), ${of}.last_name)`
}
