import * as z from 'zod/mini'
import { Id } from '#contract/values.ts'
import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { enqueue, handle, job } from '#server/jobs/queue.ts'
import type { Gateway } from './gateway.ts'
import { keyOf, selectConfiguration } from './queries.ts'
import { markCardDeleted, markCardGone, selectOptionalCard } from './saved-card-queries.ts'

const forgetCardJob = job('payments.forget-card', z.object({ cardId: Id }))

/** With backoff these span more than a day: the gateway may be down for hours. */
const TRIES = 15

/** Deletes a card that renews nothing: here at once, at the gateway by a job. The row is kept. */
export async function forgetSavedCard(tx: Tx, cardId: string): Promise<void> {
  await markCardDeleted(tx, cardId)
  await enqueue(tx, forgetCardJob, { cardId }, { key: `forget-card:${cardId}`, maxAttempts: TRIES })
}

interface CardServices {
  readonly db: Db
  readonly secrets: Secrets
  readonly gateway: Gateway
}

export const forgetCardHandler = ({ db, secrets, gateway }: CardServices) =>
  handle(forgetCardJob, async ({ cardId }) => {
    const card = await selectOptionalCard(db, cardId)
    if (!card?.deletedAt || card.gatewayDeletedAt) return
    const key = keyOf(secrets, await selectConfiguration(db, card.orgId, card.provider))
    await gateway.deleteCard(key, card.savedCardIdentifier)
    await inTransaction(db, (tx) => markCardGone(tx, cardId))
  })
