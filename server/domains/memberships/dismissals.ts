import type { HomeDismissal, Joining } from '#contract/home.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { readNextSeasons } from './next-season.ts'
import { selectMemberships } from './queries.ts'

/** Days without another question, whichever season follows. */
const QUIET_DAYS = 180
/** Days after a visitor's first purchase until the steps to a membership become one line. */
const STEPS_DAYS = 30

export interface Dismissal {
  readonly seasonId: string | null
  /** It is younger than `QUIET_DAYS`. */
  readonly recent: boolean
}

/** *Not now*: on all devices of the caller, for this season. Throws `not_found` for memberships that they may not see. */
export async function dismiss(tx: Tx, actor: MemberActor, { about, membershipIds }: HomeDismissal): Promise<void> {
  if (about === 'joining') return insertDismissals(tx, actor, [{ about, seasonId: null }])
  const seen = await selectMemberships(tx, { ids: membershipIds, seenBy: actor })
  if (seen.length !== new Set(membershipIds).size) throw new Problem('not_found')
  const ids = seen.map(({ membership }) => membership.id)
  const next = await readNextSeasons(tx, ids)
  await insertDismissals(
    tx,
    actor,
    ids.map((id) => ({ about: id, seasonId: next.get(id)?.id ?? null })),
  )
}

async function insertDismissals(
  tx: Tx,
  { memberId }: MemberActor,
  rows: readonly { about: string; seasonId: string | null }[],
): Promise<void> {
  await tx.execute(sql`
    insert into dismissals (member_id, about, season_id)
    select ${memberId}::uuid, about, "seasonId" from json_to_recordset(${JSON.stringify(rows)}::json) as rows (about text, "seasonId" uuid)
    order by about
    on conflict (member_id, about) do update set season_id = excluded.season_id, at = portal_now()`)
}

/** The caller's dismissals of memberships, by membership. */
export async function selectDismissals(
  db: Reader,
  { memberId }: MemberActor,
  membershipIds: readonly string[],
): Promise<ReadonlyMap<string, Dismissal>> {
  if (membershipIds.length === 0) return new Map()
  const { rows } = await db.execute<{ about: string; seasonId: string | null; recent: boolean }>(sql`
    select about, season_id as "seasonId", at > portal_now() - ${QUIET_DAYS} * interval '1 day' as recent
    from dismissals where member_id = ${memberId} and about = any(${sql.param([...membershipIds])}::text[])`)
  return new Map(rows.map(({ about, ...dismissal }) => [about, dismissal]))
}

/** Whether *Not now* still counts: the same season never comes back, another one after a while. */
export const isDismissed = (dismissal: Dismissal | undefined, nextId: string | null): boolean =>
  dismissal !== undefined && (dismissal.recent || (nextId !== null && dismissal.seasonId === nextId))

/** How the steps to a first membership are shown to the caller, as long as they have none. */
export async function joiningOf(db: Db, { memberId }: MemberActor): Promise<Joining> {
  const { rows } = await db.execute<{ joining: Joining }>(sql`
    select case
      when exists (select from dismissals where member_id = ${memberId} and about = 'joining'
        and at > portal_now() - interval '1 year') then 'dismissed'
      when exists (select from orders where buyer_id = ${memberId} and paid_at < portal_now() - ${STEPS_DAYS} * interval '1 day') then 'quiet'
      else 'steps' end as joining`)
  return rows[0]!.joining
}
