import type { Cluster } from '../support/cluster.ts'
import { idAt, insertPeople } from '../support/world.ts'

export interface Receivers {
  readonly mails: number
  /** Number of domains of the addresses. */
  readonly domains: number
  /** Every n-th domain has a server that accepts connections and never answers; 0: none. */
  readonly hanging: number
}

/** Suffix of hanging domains, known to the benchmark's mail server. */
const HANGS = 'hangs'

/** Members of one club whose memberships end in four weeks and are followed by a season on sale. They do not buy. */
export async function fillReceivers(
  cluster: Cluster,
  database: string,
  { mails, domains, hanging }: Receivers,
): Promise<{ orgId: string; endDate: string }> {
  const hangs = hanging > 0 ? `n % ${domains} % ${hanging} = 0` : 'false'
  await cluster.sql(
    database,
    `drop index members_search, members_letters;
     ${idAt}
     create temp table before as select id from members;
     ${insertPeople(mails)}
     create temp table receivers as select id, row_number() over (order by id) as n from members where id not in (select id from before);
     update members set language = 'da',
       email = 'person' || n || '@' || case when ${hangs} then '${HANGS}' else 'club' end || n % ${domains} || '.example'
     from receivers where receivers.id = members.id;
     insert into organisations (id, key, name, contact_email)
     values (pg_temp.id_at(now()), 'REMIND', 'Club of reminders', 'remind@club.example');
     insert into membership_configurations (id, org_id, name, price, vat_rate, surcharge, start_date, end_date, offer_start_date)
     select pg_temp.id_at(now()), id, 'Adult', 70000, 25, 1000, first, first + 364, current_date - 60
     from organisations, (values (current_date - 336), (current_date + 29)) as seasons (first) where key = 'REMIND';
     insert into memberships (id, org_id, member_id, enabled)
     select pg_temp.id_at(now()), organisations.id, receivers.id, true from receivers, organisations where key = 'REMIND';
     insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status,
       status_change_date)
     select pg_temp.id_at(now()), memberships.id, memberships.org_id, memberships.member_id, seasons.id,
       extract(year from seasons.start_date)::int, seasons.start_date, seasons.end_date, 'active', seasons.start_date
     from memberships join organisations on organisations.id = memberships.org_id and key = 'REMIND'
     join membership_configurations seasons on seasons.org_id = organisations.id and seasons.end_date = current_date + 28;`,
  )
  await cluster.sql(database, 'vacuum (analyze)')
  await cluster.sql(database, 'checkpoint')
  const [club] = await cluster.sql<{ orgId: string; endDate: string }>(
    database,
    `select id as "orgId", (current_date + 28)::text as "endDate" from organisations where key = 'REMIND'`,
  )
  return club!
}

/** Reminded members whose mail server answers, and how many of them got their mail. */
export async function delivered(cluster: Cluster, database: string): Promise<{ sent: number; of: number }> {
  const [row] = await cluster.sql<{ sent: number; of: number }>(
    database,
    `select count(*) filter (where messages.status = 'sent')::int as sent, count(*)::int as of
     from messages join members on members.id = member_id
     where template = 'membership-renew' and email not like '%@${HANGS}%'`,
  )
  return row!
}

/** Seconds from each payment's commit until its mail was sent. */
export async function receiptSeconds(cluster: Cluster, database: string): Promise<number[]> {
  const rows = await cluster.sql<{ seconds: number | null }>(
    database,
    `select extract(epoch from sent_at - created_at)::float as seconds from messages where template = 'order-paid'`,
  )
  return rows.map(({ seconds }) => seconds ?? Infinity)
}
