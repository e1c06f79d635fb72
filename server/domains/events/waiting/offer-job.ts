import * as z from 'zod/mini'
import type { Tx } from '#server/database/db.ts'
import { enqueue, type EnqueueOptions, job } from '#server/jobs/queue.ts'

export const offerJob = job('events.offer-places', z.object({ eventId: z.uuid() }))

/** Offers what is free at events with a waiting list to those who wait. */
export async function offerSoon(
  tx: Tx,
  eventIds: Iterable<string>,
  options: EnqueueOptions = { hurry: true },
): Promise<void> {
  for (const eventId of new Set(eventIds))
    await enqueue(tx, offerJob, { eventId }, { key: `events.offer-places:${eventId}`, ...options })
}

/** Looks again when the next hold runs out, or the waiting list ends. */
export const offerLater = (tx: Tx, eventId: string, afterSeconds: number) =>
  enqueue(tx, offerJob, { eventId }, { key: `events.offer-places-later:${eventId}`, hurry: true, afterSeconds })
