import { changeStatus, sourcesOf, type Cause, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { Hold } from '#server/domains/orders/index.ts'
import type { EntryRow } from './entry-queries.ts'

type EntryStatus = EntryRow['status']

/** A released place may be held anew when a late payment still finds it free. */
export const entryTransitions: Transitions<EntryStatus> = {
  held: ['paid', 'released'],
  released: ['held'],
  paid: ['cancelled'],
  cancelled: [],
}

/**
 * How an entry begins: held until a moment, or, where nothing is to be paid, as the ticket. A hold of no time would only be
 * written to be rewritten, many times a second at a large free event.
 */
export const initialState = ({ isFree, until }: Pick<Hold, 'isFree' | 'until'>) =>
  isFree ? { status: 'paid' as const, reservedUntil: null } : { status: 'held' as const, reservedUntil: until }

/** A paid place is nobody's hold any more. @returns the ids of the entries that moved */
export const transitionEntries = (tx: Tx, ids: readonly string[], to: EntryStatus, cause: Cause): Promise<string[]> =>
  changeStatus(tx, {
    table: 'event_entries',
    ids,
    from: sourcesOf(entryTransitions, to),
    to,
    ...(to === 'paid' ? { set: sql`reserved_until = null` } : {}),
    cause,
  })
