import { createHash } from 'node:crypto'
import type { HistoryThing, LongText, OfficeEvent } from '#contract/audit/history.ts'
import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { officeHistory } from '#server/database/schema/index.ts'
import { eq, sql } from '#server/database/sql.ts'
import type { Club, MemberActor } from '#server/http/actor.ts'

/** One change, as it is written to the history of a club. */
export interface OfficeChange {
  readonly name: OfficeEvent
  readonly thing: HistoryThing
  readonly thingId?: string | undefined
  /** The subject's present name. */
  readonly label?: string
  /** The changed fields only, flat; nothing sensitive. */
  readonly before?: Record<string, unknown>
  readonly after?: Record<string, unknown>
  readonly reason?: string | undefined
}

type Fields = Record<string, unknown>

/** Changes of a draft by one person within so many minutes are one row. The table's trigger has the same number. */
const FOLDED_MINUTES = 10

type Doer = Pick<MemberActor, 'actorId'>

/** Writes what an office did to its club's history, in the transaction of the change. */
export const recordOfficeChange = (
  tx: Tx,
  { actor, organisation }: { readonly actor: Doer; readonly organisation: Pick<Club, 'id'> },
  change: OfficeChange,
): Promise<void> => insert(tx, actor, { ...change, orgId: organisation.id })

/**
 * Records a change, folded into the row before it if that is the same person's change of the thing in the last minutes: for forms that
 * save at every pause. The caller holds the thing's lock.
 */
export async function recordFoldedChange(
  tx: Tx,
  { actor, organisation }: { readonly actor: Doer; readonly organisation: Pick<Club, 'id'> },
  change: Omit<OfficeChange, 'reason'> & { readonly name: 'event_changed'; readonly thingId: string },
): Promise<void> {
  const { rows } = await tx.execute<{ id: string; isSame: boolean; before: Fields | null; after: Fields | null }>(sql`
    select id, before, after,
      name = 'event_changed' and actor_id = ${actor.actorId} and not by_operator
        and at > portal_now() - make_interval(mins => ${FOLDED_MINUTES}) as "isSame"
    from office_history where org_id = ${organisation.id} and thing = ${change.thing} and thing_id = ${change.thingId}
    order by id desc limit 1`)
  const [last] = rows
  if (!last?.isSame) return recordOfficeChange(tx, { actor, organisation }, change)
  const before: Fields = { ...shortened(change.before), ...last.before }
  const after: Fields = { ...last.after, ...shortened(change.after) }
  // Fields that were changed and changed back.
  for (const name of Object.keys(after)) {
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) continue
    delete before[name]
    delete after[name]
  }
  await tx
    .update(officeHistory)
    .set({ before, after, ...(change.label !== undefined && { label: change.label }) })
    .where(eq(officeHistory.id, last.id))
}

/** Records a change by an operator. @param change without `orgId` if it concerns no club */
export const recordOperatorChange = (
  tx: Tx,
  actor: Doer,
  change: OfficeChange & { readonly orgId?: string | undefined },
): Promise<void> => insert(tx, actor, { ...change, byOperator: true })

async function insert(
  tx: Tx,
  { actorId }: Doer,
  change: OfficeChange & { readonly orgId?: string | undefined; readonly byOperator?: true },
): Promise<void> {
  const { before, after, ...rest } = change
  const fields = { before: shortened(before), after: shortened(after) }
  await tx.insert(officeHistory).values({ id: newId(), actorId, ...rest, ...fields })
}

/** The history holds a longer text as its length and hash: it is kept where it belongs, and not again with every change. */
const LONGEST_TEXT = 300

const shortened = (fields: Fields | undefined): Fields | undefined => fields && (shortValue(fields) as Fields)

function shortValue(value: unknown): unknown {
  if (typeof value === 'string' && value.length > LONGEST_TEXT) {
    const hash = createHash('sha256').update(value).digest('hex').slice(0, 8)
    return { hash, characters: value.length } satisfies LongText
  }
  if (Array.isArray(value)) return value.map(shortValue)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortValue(one)]))
}
