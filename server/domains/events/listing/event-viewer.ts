import type { Reader } from '#server/database/db.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { sql } from '#server/database/sql.ts'
import { familyOf } from '#server/domains/members/index.ts'
import type { Actor } from '#server/http/actor.ts'
import { hasScopeSql, sees } from '#server/identity/scopes.ts'

/** Whether somebody sees a club's events before they are public: its office and the operator. */
export const seesUnpublished = (actor: Actor, orgKey: string): boolean => sees(actor, 'events.read', orgKey)

export interface EventViewer {
  readonly now: Date
  /** The caller and the people they may act for; empty when signed out. */
  readonly family: readonly { readonly id: string; readonly dateOfBirth: string | null }[]
  /** Clubs in which one of them has or had a membership. */
  readonly clubs: readonly string[]
  /** Closed clubs, whose events are not shown. */
  readonly closed: readonly string[]
  /** Clubs whose events the caller sees before they are public. */
  readonly early: readonly string[]
}

/** One query. The ids are resolved to arrays first: a join would read every member and membership. */
export async function readEventViewer(db: Reader, actor: Actor): Promise<EventViewer> {
  const { rows } = await executePrepared<EventViewer>(
    db,
    'events.viewer',
    sql`
    with family as materialized (
      select id, date_of_birth::text as "dateOfBirth" from members
      where id = any(${familyOf(actor, { archived: false })})
    )
    select portal_now() as now,
      (select coalesce(json_agg(family order by id), '[]') from family) as family,
      (select coalesce(json_agg(distinct org_id), '[]') from clubs_of_members where member_id = any(array(select id from family))) as clubs,
      (select coalesce(json_agg(id), '[]') from organisations where not enabled) as closed,
      (select coalesce(json_agg(id), '[]') from organisations where ${hasScopeSql(actor, 'events.read', sql`key`)}) as early`,
  )
  const row = rows[0]!
  return { ...row, now: new Date(row.now) }
}
