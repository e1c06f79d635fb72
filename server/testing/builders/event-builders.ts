import type { Question } from '#contract/events/questions.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { eventCategories, eventPictures, eventPools, events } from '#server/database/schema/index.ts'
import { writeQuestions } from '#server/domains/events/questions/write-questions.ts'
import type { Ground } from '../builders.ts'

type EventRow = typeof events.$inferInsert
type CategoryRow = typeof eventCategories.$inferInsert

export interface BuiltEvent {
  readonly id: string
  readonly orgId: string
  readonly startsAt: Date
  /** Category ids by key. */
  readonly categories: Readonly<Record<string, { readonly id: string; readonly price: number }>>
  /** The pool of all `pooled` categories. */
  readonly poolId: string | null
}

export interface EventPlan extends Partial<Omit<EventRow, 'id' | 'orgId'>> {
  /** `adult` for 200 kr. when left out. `pooled`: shares the places of `pool`. */
  readonly categories?: readonly (Partial<CategoryRow> & { category: string; pooled?: boolean })[]
  /** Places in the pool. */
  readonly pool?: number
}

const DAY = 86_400_000

/** An event of a club in ten days: by default public, on sale, for anyone and unlimited. */
export async function buildEvent(ground: Ground, club: { id: string }, plan: EventPlan = {}): Promise<BuiltEvent> {
  const { categories = [{ category: 'adult' }], pool, ...changes } = plan
  return inTransaction(ground.context.db, async (tx) => {
    const id = newId()
    const startsAt = changes.startsAt ?? new Date(tx.now.getTime() + 10 * DAY)
    await tx.insert(events).values({
      id,
      orgId: club.id,
      title: 'Summer regatta',
      startsAt,
      endsAt: new Date(startsAt.getTime() + 4 * 3_600_000),
      publicFrom: new Date(tx.now.getTime() - DAY),
      ...changes,
    })
    const poolId = pool === undefined ? null : newId()
    if (poolId) await tx.insert(eventPools).values({ id: poolId, eventId: id, capacity: pool! })
    const rows = categories.map(({ pooled = false, ...category }, position) => ({
      id: newId(),
      eventId: id,
      name: category.category,
      price: 20_000,
      position,
      poolId: pooled ? poolId : null,
      ...category,
    }))
    if (rows.length > 0) await tx.insert(eventCategories).values(rows)
    return {
      id,
      orgId: club.id,
      startsAt,
      poolId,
      categories: Object.fromEntries(rows.map((row) => [row.category, { id: row.id, price: row.price }])),
    }
  })
}

/** The picture of an event, in its version `v1`. */
export const buildPicture = (ground: Ground, { id }: { id: string }): Promise<void> =>
  inTransaction(ground.context.db, async (tx) => {
    const bytes = Buffer.from('ffd8ff', 'hex')
    const small = Buffer.from('ffd8fe', 'hex')
    const size = { width: 1200, height: 630 }
    const alt = { da: 'En båd', en: 'A boat' }
    await tx
      .insert(eventPictures)
      .values({ eventId: id, version: 'v1', contentType: 'image/jpeg', bytes, small, ...size, alt })
  })

/** A question of an event: of each person, with the registration, and not sensitive. */
export const questionOf = (rest: Partial<Question> = {}): Question => ({
  id: newId(),
  scope: 'person',
  kind: 'text',
  label: { da: 'Telt?' },
  help: { da: '' },
  options: [],
  required: false,
  categories: null,
  condition: null,
  when: 'registration',
  until: null,
  sensitive: false,
  purpose: { da: rest.sensitive ? 'Til køkkenet' : '' },
  deleteDays: 730,
  readers: [],
  ...rest,
})

/** The questions of an event, instead of those that it has. */
export const buildQuestions = (ground: Ground, { id }: { id: string }, questions: readonly Question[]): Promise<void> =>
  inTransaction(ground.context.db, (tx) => writeQuestions(tx, id, questions))
