import type { Output, Parsed } from '#contract/endpoint.ts'
import type { PersonName } from '#contract/members/members.ts'
import type { operator } from '#contract/operator.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { inWords, readHistory } from '#server/domains/audit/index.ts'
import type { Actor } from '#server/http/actor.ts'

const PAGE = 50

/** Actions of operators, at clubs and elsewhere. Those of an office are in the history of its club. */
export async function listOperatorHistory(
  db: Db,
  actor: Actor,
  { before, orgKey, ...filter }: Parsed<typeof operator.history>,
): Promise<Output<typeof operator.history>> {
  const [part, people] = await Promise.all([
    readHistory(
      db,
      { operatorsAt: orgKey ?? null },
      { ...filter, after: before, limit: PAGE, money: true, hidden: [] },
    ),
    db.execute<PersonName & Record<string, unknown>>(sql`
      select id, first_name as "firstName", last_name as "lastName" from members
      where id in (select actor_id from office_history where by_operator)
      order by name_to_sort(first_name, last_name), id limit 200`),
  ])
  return { ...part, entries: inWords(part.entries, actor), people: people.rows }
}
