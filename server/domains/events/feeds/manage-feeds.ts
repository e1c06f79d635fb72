import type { CalendarFeed, calendarFeeds } from '#contract/events/calendar-feeds.ts'
import type { Output, Parsed } from '#contract/endpoint.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { callNameOf } from '#server/database/full-name.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { calendarFeeds as table } from '#server/database/schema/index.ts'
import { hashToken } from '#server/database/secrets.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { familyOf, lockEnabledMember } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { isLive } from './feed-rights.ts'

const MOST = 20

/** The caller's feeds that are not revoked, and what they can subscribe to. */
export async function listFeeds(db: Db, caller: MemberActor): Promise<Output<typeof calendarFeeds.list>> {
  const { memberId } = caller
  const [feeds, { rows }] = await Promise.all([
    selectFeeds(db, sql`feeds.owner_id = ${memberId}`),
    db.execute<Pick<Output<typeof calendarFeeds.list>, 'people' | 'clubs'>>(sql`
      with family as materialized (
        select id, ${callNameOf('members')} as name from members where id = any(${familyOf(caller, { archived: false })})
      )
      select
        (select coalesce(json_agg(json_build_object('id', id, 'name', name)
          order by id <> ${memberId}, danish_order(name), id), '[]') from family) as people,
        (select coalesce(json_agg(json_build_object('id', id, 'key', key, 'name', name) order by danish_order(name), id), '[]') from organisations
          where enabled and id in (select org_id from clubs_of_members where member_id = any(array(select id from family)))) as clubs`),
  ])
  return { feeds, ...rows[0]! }
}

/**
 * Makes a feed. Its address is known this once, and follows from the caller's token: sent again, it is the same feed. Throws `not_found` for a person that the caller may not act for, and for a club where nobody
 * of the family has or had a membership.
 */
export async function createFeed(
  publicUrl: string,
  tx: Tx,
  { memberId, via }: MemberActor,
  { kind, personId, orgId, language = via.language, token: typed }: Parsed<typeof calendarFeeds.create>,
): Promise<Output<typeof calendarFeeds.create>> {
  await lockEnabledMember(tx, memberId)
  const wanted = {
    ownerId: memberId,
    kind,
    personId: kind === 'person' ? (personId ?? memberId) : null,
    orgId: kind === 'club' ? (orgId ?? null) : null,
    language,
  }
  const token = typed ? tokenOf(JSON.stringify([typed, wanted])) : newToken()
  const row = { id: newId(), ...wanted, tokenHash: hashToken(token) }
  const isIt = sql`feeds.owner_id = ${memberId} and token_hash = ${row.tokenHash}`
  if ((await selectFeeds(tx, isIt)).length === 0) {
    const present = await selectFeeds(tx, sql`feeds.owner_id = ${memberId}`)
    if (present.length >= MOST) throw new Problem('too_many_calendar_feeds')
    if (!(await mayRead(tx, row))) throw new Problem('not_found')
    await tx.insert(table).values(row).onConflictDoNothing()
  }
  const [feed] = await selectFeeds(tx, isIt)
  // It was stopped meanwhile.
  if (!feed) throw new Problem('not_found')
  return { feed, url: `${publicUrl}/feed/${token}.ics` }
}

/** The address of a secret seed: as hard to guess as the seed, and always the same. */
const tokenOf = (seed: string): string => hashToken(seed).replace(/[-_]/g, '0')

export async function revokeFeed(tx: Tx, { memberId }: MemberActor, { feedId }: { feedId: string }): Promise<void> {
  const { rows } = await tx.execute(sql`
    update calendar_feeds set revoked_at = portal_now()
    where id = ${feedId} and owner_id = ${memberId} and revoked_at is null returning id`)
  if (rows.length === 0) throw new Problem('not_found')
}

/** A feed can be made where the rule that ends it does not apply yet. */
async function mayRead(tx: Tx, { ownerId, kind, personId, orgId }: typeof table.$inferInsert): Promise<boolean> {
  const { rows } = await tx.execute<{ live: boolean }>(sql`
    select ${isLive} as live from (
      select ${ownerId}::uuid as owner_id, ${kind}::text as kind, ${personId}::uuid as person_id, ${orgId}::uuid as org_id,
        portal_now() as created_at, null::timestamptz as revoked_at
    ) feeds`)
  return rows[0]!.live
}

interface Row extends Record<string, unknown> {
  readonly id: string
  readonly kind: CalendarFeed['kind']
  readonly name: string
  readonly createdAt: string
  readonly lastReadAt: string | null
  readonly live: boolean
}

async function selectFeeds(db: Reader, which: SQL): Promise<CalendarFeed[]> {
  const { rows } = await db.execute<Row>(sql`
    select feeds.id, kind, coalesce(${callNameOf('people')}, clubs.name, '') as name, feeds.created_at as "createdAt",
      last_read_at as "lastReadAt", ${isLive} as live
    from calendar_feeds feeds
    left join members people on people.id = feeds.person_id
    left join organisations clubs on clubs.id = feeds.org_id
    where ${which} and revoked_at is null
    order by feeds.id desc`)
  return rows.map(({ live, createdAt, lastReadAt, ...feed }) => ({
    ...feed,
    createdAt: new Date(createdAt).toISOString(),
    lastReadAt: lastReadAt && new Date(lastReadAt).toISOString(),
    ended: !live,
  }))
}
