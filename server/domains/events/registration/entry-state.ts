import { changeStatus, sourcesOf, type Cause, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { Reservation } from '#server/domains/orders/index.ts'
import type { EntryRow } from './entry-queries.ts'

type EntryStatus = EntryRow['status']

/** A released place can be held again if a late payment finds it free. */
export const entryTransitions: Transitions<EntryStatus> = {
  held: ['paid', 'released'],
  released: ['held'],
  paid: ['cancelled'],
  cancelled: [],
}

/**
 * The first state of an entry: held, or a ticket if nothing is to be paid. Writing a hold first would double the
 * writes of a large free event.
 */
export const initialState = ({ isFree, until }: Pick<Reservation, 'isFree' | 'until'>) =>
  isFree ? { status: 'paid' as const, reservedUntil: null } : { status: 'held' as const, reservedUntil: until }

/** @returns the ids of the entries that changed */
export const transitionEntries = (tx: Tx, ids: readonly string[], to: EntryStatus, cause: Cause): Promise<string[]> =>
  changeStatus(tx, {
    table: 'event_entries',
    ids,
    from: sourcesOf(entryTransitions, to),
    to,
    ...(to === 'paid' ? { set: sql`reserved_until = null` } : {}),
    cause,
  })
