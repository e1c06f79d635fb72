import { claim } from './invariant-claim.ts'

/** Something that limits places: an event, categories that share places, or one category. */
export interface LimitFact {
  readonly thing: 'event' | 'pool' | 'category'
  readonly id: string
  readonly capacity: number | null
  /** As counted. */
  readonly sold: number
  /** Tickets there are. */
  readonly paid: number
  /** Holds that run. */
  readonly held: number
  /** Holds as counted, and those there are, whether or not they have run out. */
  readonly countedHeld: number
  readonly heldAtAll: number
}

/** An entry that keeps others away, by the alias of its table. */
export const live = (entry: string): string =>
  `(${entry}.status = 'paid' or ${entry}.status = 'held' and (${entry}.reserved_until is null or ${entry}.reserved_until > portal_now()))`

const counts = (column: string) => `
  (select count(*)::int from event_entries e where e.${column} = l.id and e.status = 'paid') as paid,
  (select count(*)::int from event_entries e where e.${column} = l.id and e.status = 'held' and ${live('e')}) as held,
  (select count(*)::int from event_entries e where e.${column} = l.id and e.status = 'held') as "heldAtAll",
  l.held as "countedHeld"`

/** Every limit of the events of some organisations, or of all. */
export const placesSql = `
  select 'event' as thing, l.id, l.capacity, l.sold, ${counts('event_id')} from events l
  where $1::uuid[] is null or l.org_id = any($1)
  union all
  select 'pool', l.id, l.capacity, l.sold, ${counts('pool_id')} from event_pools l join events on events.id = l.event_id
  where $1::uuid[] is null or events.org_id = any($1)
  union all
  select 'category', l.id, l.capacity, l.sold, ${counts('category_id')}
  from event_categories l join events on events.id = l.event_id
  where $1::uuid[] is null or events.org_id = any($1)`

/** I2: as many are counted as sold, and as held, as there are. I3: what is sold and held is never more than there is. */
export const placesHold = ({ thing, id, capacity, sold, paid, held, countedHeld, heldAtAll }: LimitFact): string[] => [
  ...claim(sold === paid, `I2: ${thing} ${id} counts ${sold} sold places for ${paid} tickets`),
  ...claim(countedHeld === heldAtAll, `I2: ${thing} ${id} counts ${countedHeld} holds for ${heldAtAll}`),
  ...claim(
    capacity === null || Math.max(sold, paid) + held <= capacity,
    `I3: ${thing} ${id} has ${capacity} places, and ${paid} are sold and ${held} held`,
  ),
]
