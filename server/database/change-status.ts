import type { Tx } from './db.ts'
import { executePrepared, isOneOf } from './prepared.ts'
import { sql, type SQL } from './sql.ts'

/** Why a status changes, by whom and for whom. Without an actor it was the portal itself. */
export interface Cause {
  readonly reason: string
  readonly actorId?: string | null
  readonly subjectId?: string | null
}

/** The tables whose status changes here, and the column that has it. */
export const statusColumns = {
  orders: 'status',
  payments: 'status',
  refunds: 'status',
  membership_terms: 'status',
  event_entries: 'status',
  family_invitations: 'status',
  renewal_charges: 'status',
  coupon_redemptions: 'status',
  events: 'status',
  event_runs: 'state',
  organisations: 'state',
  threads: 'state',
  delayed_actions: 'state',
  imports: 'state',
  waiting_wishes: 'status',
} as const

export interface StatusChange {
  /** The table; `status_changes` names the thing by it. */
  readonly table: keyof typeof statusColumns
  readonly ids: readonly string[]
  readonly from: readonly string[]
  readonly to: string
  /** Further columns to set. */
  readonly set?: SQL
  readonly cause: Cause
}

/**
 * Moves rows from one status to another and records each change, in one statement. Rows in any other status are left alone. Only a
 * domain's `…-state.ts` calls this; nothing else writes a status.
 * @returns the ids that changed
 */
export async function changeStatus(tx: Tx, { table, ids, from, to, set, cause }: StatusChange): Promise<string[]> {
  if (ids.length === 0) return []
  const column = sql.identifier(statusColumns[table])
  const { rows } = await executePrepared<{ thing_id: string }>(
    tx,
    `status.${table}`,
    sql`
    with before as (
      select id, ${column} as status from ${sql.identifier(table)}
      where ${isOneOf(sql`id`, ids)} and ${column} = any(${sql.param(from)}::text[])
      order by id for no key update
    ), changed as (
      update ${sql.identifier(table)} as thing set ${column} = ${to}${set ? sql`, ${set}` : sql``}
      from before where thing.id = before.id
      returning thing.id, before.status as from_status
    )
    insert into status_changes (thing, thing_id, from_status, to_status, cause, actor_id, subject_id)
    select ${table}, id, from_status, ${to}, ${cause.reason}, ${cause.actorId ?? null}::uuid, ${cause.subjectId ?? null}::uuid
    from changed returning thing_id`,
  )
  return rows.map((row) => row.thing_id)
}

/** Which status may follow which. */
export type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>

/** The statuses from which `to` can be reached. */
export const sourcesOf = <S extends string>(transitions: Transitions<S>, to: S): S[] =>
  (Object.keys(transitions) as S[]).filter((from) => transitions[from].includes(to))
