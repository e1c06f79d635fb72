import { changeStatus, sourcesOf, type Cause, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { TermRow } from '../queries.ts'

type TermStatus = TermRow['status']

/** A released term can be held again if a late payment finds its season free. */
export const termTransitions: Transitions<TermStatus> = {
  held: ['active', 'released'],
  released: ['held'],
  active: ['cancelled'],
  cancelled: [],
}

/** @returns the ids of the terms that changed */
export const transitionTerms = (tx: Tx, ids: readonly string[], to: TermStatus, cause: Cause): Promise<string[]> =>
  changeStatus(tx, {
    table: 'membership_terms',
    ids,
    from: sourcesOf(termTransitions, to),
    to,
    set: sql`status_change_date = portal_now()`,
    cause,
  })
