import type { Cluster } from '../support/cluster.ts'
import type { Reader } from './calls.ts'

type Found = Omit<Reader, 'orderToken'> & { readonly subject: string; readonly orderId: string }

/** Ordinary members of the large world with a sign-in, and ids of what they may read; each has a ticket and a thread. */
export async function findReaders(
  cluster: Cluster,
  database: string,
  { issuer, count }: { issuer: string; count: number },
): Promise<Found[]> {
  const rows = await cluster.sql<Record<keyof Found, string>>(
    database,
    `with asked as (
       select distinct on (member_id) member_id, id as thread_id, org_id as thread_club from threads
       where member_id in (select id from members where email like 'medlem%') order by member_id
     ), chosen as (select * from asked order by md5(member_id::text) limit $1 * 4)
     select members.id, members.email, 'reader-' || row_number() over (order by members.id) as subject,
       own.org_id as club, organisations.key as "clubKey", provider.id as "providerId",
       concat_ws(',', members.id, (select string_agg(member_id::text, ',') from people_in_reach where actor_id = members.id)) as "memberIds",
       own.membership_id as "membershipId", own.term_id as "termId", own.line_id as "paymentId", own.order_id as "orderId",
       coming.id as "eventId", ticket.id as "entryId", ticket.event_id as "ticketEventId",
       pictured.event_id as "picturedId", pictured.org_id as "picturedClub", pictured.version as "pictureVersion", thread_id as "threadId", thread_club as "threadClub"
     from chosen join members on members.id = chosen.member_id
       cross join lateral (
         select terms.org_id, terms.membership_id, terms.id as term_id, lines.id as line_id, terms.order_id
         from membership_terms terms join order_lines lines on lines.term_id = terms.id
         where terms.member_id = members.id and terms.status = 'active' limit 1) own
       join organisations on organisations.id = own.org_id
       join payment_configurations provider on provider.org_id = own.org_id
       cross join lateral (
         select entries.id, entries.event_id from event_entries entries
         where entries.member_id = members.id and entries.status = 'paid' limit 1) ticket
       cross join lateral (select id from events where org_id = own.org_id and enabled and ends_at > now() order by starts_at limit 1) coming
       cross join lateral (select event_id, org_id, version from event_pictures join events on events.id = event_id limit 1) pictured
     limit $1`,
    [count],
  )
  if (rows.length < count) throw new Error(`Only ${rows.length} members of the large world have all that is read`)
  await cluster.sql(
    database,
    `insert into member_identities (issuer, subject, member_id)
     select $1, row->>'subject', (row->>'id')::uuid from jsonb_array_elements($2::jsonb) row`,
    [issuer, JSON.stringify(rows)],
  )
  return rows
}
