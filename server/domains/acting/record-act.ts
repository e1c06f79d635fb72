import type { ActingAs, ActName } from '#contract/acting.ts'
import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { isImpersonating, type Actor } from '#server/http/actor.ts'
import { insertActs } from './queries.ts'

/** Something done for somebody. */
export interface NewAct {
  readonly subjectId: string
  readonly name: ActName
  /** What the sentence needs: names of fields and people, numbers of orders; never the values themselves. */
  readonly data?: Record<string, unknown>
  /** Left out: as the caller acts for the subject now. */
  readonly as?: ActingAs
}

/** Transactions and callers that have left an act. */
const recorded = new WeakSet<Tx | Actor>()

/** Writes down who did what for whom, in the transaction that does it. One statement, however many. */
export async function recordActs(tx: Tx, actor: Actor, acts: readonly NewAct[]): Promise<void> {
  if (acts.length === 0 || actor.signedInId === null) return
  recorded.add(tx).add(actor)
  const always = isImpersonating(actor) ? { as: 'impersonator' as const } : {}
  await insertActs(
    tx,
    actor.signedInId,
    acts.map((act) => ({ id: newId(), data: {}, ...always, ...act })),
  )
}

/** The same for one. */
export const recordAct = (tx: Tx, actor: Actor, act: NewAct): Promise<void> => recordActs(tx, actor, [act])

/** Whatever else a super admin changed as somebody: the call's name, where its use case has left no act. */
export async function recordCall(tx: Tx, actor: Actor, call: string): Promise<void> {
  // A use case with transactions of its own left it in another one, as the same caller.
  if (actor.acting === null || recorded.has(tx) || recorded.has(actor)) return
  await recordAct(tx, actor, { subjectId: actor.acting.memberId, name: 'changed', data: { call } })
  // Should this transaction have to run again, it is written again.
  recorded.delete(actor)
}
