import { createHash } from 'node:crypto'
import { formatSum } from '#server/documents/format.ts'
import { clubData } from '#server/domains/privacy/index.ts'

/** A club's figures, which are compared before it is removed: rows, sums, series of receipts, and hashes of what links lead to. By name. */
export type Figures = Readonly<Record<string, string>>

export const quoted = (id: string): string => `'${id}'::uuid`

const rowsOf = (club: string): string =>
  Object.entries(clubData)
    .flatMap(([table, move]) =>
      'moves' in move && !move.byItself
        ? [`select 'rows of ${table}', count(*)::text from ${table} where ${move.moves(club)}`]
        : [],
    )
    .join(' union all ')

const money = (name: string, column: string, table: string, isCounted: string) => (club: string) =>
  `
  select '${name} in ' || currency || case when test_mode then ', tests' else '' end, coalesce(sum(${column}), 0)::text
  from ${table} where org_id = ${club} and ${isCounted} group by currency, test_mode`

const series = (name: string, table: string, column: string) => (club: string) =>
  `
  select '${name} of ' || year || case when test_mode then ', tests' else '' end,
    count(*) || ' from ' || min(${column}) || ' to ' || max(${column}) || ', hash ' || md5(string_agg(${column}::text, ',' order by ${column}))
  from ${table} where org_id = ${club} group by year, test_mode`

const links = (name: string, column: string, table: string, where: string) => (club: string) =>
  `
  select 'links to ${name}', coalesce(md5(string_agg(${column}::text, ',' order by ${column}::text collate "C")), 'none')
  from ${table} where ${where.replace('CLUB', club)}`

const statements = [
  rowsOf,
  money('sold', 'total', 'orders', `status in ('paid', 'refunded')`),
  money('captured', 'amount', 'payments', `status = 'captured'`),
  money('refunded', 'amount', 'refunds', `status = 'done'`),
  (club: string) => `select 'places sold', coalesce(sum(sold), 0)::text from events where org_id = ${club}`,
  (
    club: string,
  ) => `select 'days of membership sold', coalesce(sum(end_date - start_date + 1), 0)::text from membership_terms
    where org_id = ${club} and status = 'active'`,
  (club: string) => `select 'memberships that renew by card', count(*)::text from memberships
    where org_id = ${club} and auto_renewal and saved_card_identifier is not null`,
  series('receipts', 'receipts', 'number'),
  series('credit notes', 'credit_notes', 'number'),
  (club: string) => `select 'last number of ' || year || case when test_mode then ', tests' else '' end, last::text
    from receipt_counters where org_id = ${club}`,
  links('the club', "id || ' ' || key", 'organisations', 'id = CLUB'),
  links('its events', 'id', 'events', 'org_id = CLUB'),
  links('tickets', 'id', 'event_entries', `org_id = CLUB and status = 'paid'`),
  links('orders', 'token_hash', 'orders', 'org_id = CLUB'),
  links('seasons', 'id', 'membership_configurations', 'org_id = CLUB'),
  links('conversations', 'id', 'threads', 'org_id = CLUB'),
  links(
    'files',
    'id',
    'thread_attachments',
    'message_id in (select thread_messages.id from thread_messages join threads on threads.id = thread_id where org_id = CLUB)',
  ),
  links('calendars', 'token_hash', 'calendar_feeds', 'org_id = CLUB and revoked_at is null'),
]

export async function readFigures(
  query: (text: string) => PromiseLike<{ rows: unknown[] }>,
  clubId: string,
): Promise<Figures> {
  const { rows } = await query(
    `select name, value from (${statements.map((statement) => statement(quoted(clubId))).join(' union all ')}) figures (name, value)
     order by name collate "C"`,
  )
  return Object.fromEntries((rows as { name: string; value: string }[]).map(({ name, value }) => [name, value]))
}

/** Sums and series as people read them. Rows and links are compared by the command alone. */
export const shown = (figures: Figures): Record<string, string> =>
  Object.fromEntries(
    Object.entries(figures)
      .filter(([name]) => !/^(rows of|links to) /.test(name))
      .map(([name, value]) => [
        name,
        / in [A-Z]{3}/.test(name) ? formatSum(Number(value), 'en') : value.replace(/, hash .*/, ''),
      ]),
  )

/** Sentences about every figure that is not the same. */
export function differences(here: Figures, inFile: Figures): string[] {
  const names = [...new Set([...Object.keys(here), ...Object.keys(inFile)])].toSorted()
  return names
    .filter((name) => here[name] !== inFile[name])
    .map((name) => `${name}: ${here[name] ?? 'none'} here, ${inFile[name] ?? 'none'} in the file`)
}

/** Printed by a comparison without a difference, and asked for by the removal: it fits no other club and no other figures. */
export const codeOf = (figures: Figures): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(figures).toSorted(([one], [other]) => (one < other ? -1 : 1))))
    .digest('hex')
    .slice(0, 12)
