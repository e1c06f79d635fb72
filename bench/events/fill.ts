import type { Cluster } from '../support/cluster.ts'

/** The reader: a member of three clubs, with a participant. */
export interface Looking {
  readonly memberId: string
  readonly others: readonly string[]
}

/** Clubs of two hundred: two are closed, and the first is ten times as busy as the others. */
const CLUBS = 200

const titles =
  'Aften Morgen Sommer Vinter Forår Efterår Klub Børne Senior Åben Intro Mester Venskabs Jule Påske Nytårs Natur By Fjord Skov'
const things =
  'tur træning kursus stævne møde fest koncert foredrag lejr kamp prøve workshop bal marked løb dag aften weekend middag debat'

/**
 * Events of two years, one in five of them past: a few disabled or not public yet, one in four for
 * members, most a few hours, some days or weeks long; two categories each, some for an age or for members only.
 */
export async function fillEvents(cluster: Cluster, database: string, count: number): Promise<Looking> {
  const sql = (text: string, values: unknown[] = []) => cluster.sql<Record<string, string>>(database, text, values)
  await sql(
    `insert into organisations (id, key, name, contact_email, enabled)
     select portal_new_id(), 'CLUB' || n, 'Club ' || n, 'club' || n || '@mail.example', n not in (7, 77) from generate_series(1, $1::int) n`,
    [CLUBS],
  )
  // Built once after the rows.
  const indexes = await sql(
    `select indexname as name, indexdef as definition from pg_indexes where indexname in ('events_words', 'events_letters', 'events_span')`,
  )
  for (const { name } of indexes) await sql(`drop index ${name}`)
  await sql(
    `with clubs as (select array_agg(id order by key) as ids from organisations),
      lists as (select string_to_array($2, ' ') as titles, string_to_array($3, ' ') as things)
     insert into events (id, org_id, title, description, kind, place, starts_at, ends_at, public_from, enabled, for_members, guests_invited, capacity, sold)
     select portal_new_id(), ids[case when n % 10 = 0 then 1 else 1 + n * 31 % cardinality(ids) end],
       case when n % 9973 = 0 then 'Zeppelin over Øresund' when n % 211 = 0 then 'Wexø rundt'
         else titles[1 + n % 20] || things[1 + (n / 20) % 20] end || ' ' || n, repeat('Om arrangementet. ', 20),
       initcap(things[1 + floor(power(random(), 2) * 20)::int]), 'Sal ' || n % 300, begins, begins + case
         when n % 100 = 0 then interval '8 weeks' when n % 20 = 0 then interval '2 days' else interval '3 hours' end,
       case when n % 25 = 0 then begins - interval '1 hour' else begins - interval '2 years' end, n % 20 <> 3, n % 4 = 0, n % 8 = 0, 50, n % 51
     from (select n, portal_now() - interval '146 days' + n * 37 % $1 * interval '730 days' / $1 as begins from generate_series(1, $1::int) n) e, clubs, lists`,
    [count, titles, things],
  )
  for (const { definition } of indexes) await sql(definition!)
  await sql(
    `insert into event_categories (id, event_id, category, name, price, member_price, min_age, max_age, members_only, sold)
     select portal_new_id(), events.id, category, category, price, price / 2,
       null, case when category = 'child' then 14 end, category = 'adult' and sold % 10 = 1, 0
     from events cross join (values ('adult', 20000), ('child', 10000)) c(category, price)`,
  )
  await sql(
    `insert into event_pictures (event_id, version, content_type, bytes, width, height, alt_texts)
     select id, left(md5(title), 12), 'image/webp', '', 1200, 600, local_text(title, '') from events`,
  )
  await sql(
    `insert into members (id, first_name, last_name, email, date_of_birth) values (portal_new_id(), 'Anna', 'Holm', 'anna@mail.example', '1984-05-06')`,
  )
  await sql(
    `insert into members (id, parent_id, first_name, last_name, date_of_birth)
     select portal_new_id(), id, 'Viggo', 'Holm', '2017-01-30' from members`,
  )
  await cluster.sql(database, 'vacuum (analyze)')
  const [anna] = await sql(`select id from members where email is not null`)
  const clubs = await sql('select id from organisations order by key')
  const mine = [clubs[21]!.id!, clubs[52]!.id!, clubs[93]!.id!]
  await joinClubs(sql, anna!.id!, mine)
  return { memberId: anna!.id!, others: clubs.map(({ id }) => id!).filter((id) => !mine.includes(id)) }
}

async function joinClubs(
  sql: (text: string, values?: unknown[]) => Promise<Record<string, string>[]>,
  memberId: string,
  clubs: readonly string[],
) {
  for (const clubId of clubs) {
    const values = [memberId, clubId]
    await sql(
      `insert into membership_configurations (id, org_id, name, price, vat_rate, surcharge, start_date, end_date, offer_start_date)
       select portal_new_id(), $1, 'Adult', 100, 0, 0, current_date - 30, current_date + 335, current_date - 60`,
      [clubId],
    )
    await sql(`insert into memberships (id, member_id, org_id) values (portal_new_id(), $1, $2)`, values)
    await sql(
      `insert into membership_terms (id, membership_id, member_id, org_id, configuration_id, status, start_date, end_date, membership_for)
       select portal_new_id(), memberships.id, $1, $2, configurations.id, 'active', start_date, end_date, extract(year from start_date)::int
       from memberships join membership_configurations configurations on configurations.org_id = $2
       where memberships.member_id = $1 and memberships.org_id = $2`,
      values,
    )
  }
}
