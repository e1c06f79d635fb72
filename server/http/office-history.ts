import type { HistoryThing, OfficeEvent } from '#contract/office-history.ts'
import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { officeHistory } from '#server/database/schema/index.ts'
import type { Club, MemberActor } from './actor.ts'

/** One change, as it is written to the history of a club. */
export interface OfficeChange {
  readonly name: OfficeEvent
  readonly thing: HistoryThing
  readonly thingId?: string | undefined
  /** What the thing is called now. */
  readonly label?: string
  /** The changed fields only, flat; nothing sensitive. */
  readonly before?: Record<string, unknown>
  readonly after?: Record<string, unknown>
  readonly reason?: string | undefined
}

type Doer = Pick<MemberActor, 'actorId'>

/** Writes what an office did to its club's history, in the transaction of the change. */
export const recordOfficeChange = (
  tx: Tx,
  { actor, organisation }: { readonly actor: Doer; readonly organisation: Pick<Club, 'id'> },
  change: OfficeChange,
): Promise<void> => insert(tx, actor, { ...change, orgId: organisation.id })

/** The same for an operator. @param change without `orgId` what concerns no club */
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
  await tx.insert(officeHistory).values({ id: newId(), actorId, ...change })
}
