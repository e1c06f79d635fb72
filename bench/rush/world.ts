import { newId } from '#server/database/new-id.ts'
import type { Cluster } from '../support/cluster.ts'
import { idAt, insertPeople } from '../support/world.ts'

/** Tickets sold at the small event before the first registration. */
export const FEW = 100

/** The end of holds: long after the last window. */
const heldUntil = `case when is_held then now() + interval '3 hours' end`

/** Tickets of each earlier buyer. */
const TICKETS = 5

export interface EventOffer {
  readonly id: string
  readonly category: string
}

/** `lastPlaces`: paid, with few places. `full`: sold out. `few`, `many`: free and large, by tickets sold. */
export type Events = Readonly<Record<'lastPlaces' | 'full' | 'few' | 'many', EventOffer>>

interface Plan {
  readonly name: string
  /** Øre. */
  readonly price: number
  readonly capacity: number
  readonly sold: number
  /** Places that unpaid orders hold. */
  readonly held?: number
}

export const rushEvents = ({ places, sold }: { places: number; sold: number }): Plan[] => [
  { name: 'lastPlaces', price: 20_000, capacity: places, sold: 0 },
  { name: 'full', price: 20_000, capacity: 100, sold: 100 },
  { name: 'few', price: 0, capacity: LARGE, sold: FEW },
  { name: 'many', price: 0, capacity: LARGE, sold },
]

const LARGE = 9_000_000

/** Large paid events, by places sold and held. */
export const pricedEvents = ({ sold }: { sold: number }): Plan[] =>
  [
    { name: `${FEW} sold`, sold: FEW },
    { name: `${sold} sold`, sold },
    { name: '3000 held', sold: FEW, held: 3000 },
    { name: '22000 held', sold: FEW, held: 22_000 },
  ].map((event) => ({ price: 20_000, capacity: LARGE, ...event }))

/** Events of the first club, with sold and held places of people who do not take part in the measurement. */
export async function fillEvents(
  cluster: Cluster,
  database: string,
  plans: readonly Plan[],
): Promise<Record<string, EventOffer>> {
  const made = plans.map((event) => ({ held: 0, ...event, id: newId(), category_id: newId() }))
  const guests = Math.ceil(Math.max(...made.map(({ sold, held }) => sold + held)) / TICKETS)
  await cluster.sql(
    database,
    `set session_replication_role = replica; set synchronous_commit = off; ${idAt}
     ${insertPeople(guests)}
     create temp table made as
       select * from json_to_recordset('${JSON.stringify(made)}') as m (name text, price int, capacity int, sold int, held int, id uuid, category_id uuid);
     create temp table club as select id from organisations order by key limit 1;
     create temp table guest as
       select row_number() over (order by id) - 1 as n, id from members where id not in (select member_id from member_identities);
     insert into events (id, org_id, title, starts_at, ends_at, public_from, one_per_person, capacity, sold, held)
       select made.id, club.id, name, now() + interval '30 days', now() + interval '31 days', now() - interval '1 day', false, capacity, sold, held
       from made, club;
     insert into event_categories (id, event_id, category, name, price, capacity, sold, held)
       select category_id, id, 'adult', 'Adult', price, capacity, sold, held from made;
     create temp table bought as
       select made.*, club.id as org_id, pg_temp.id_at(now() - interval '1 day') as order_id, pg_temp.id_at(now() - interval '1 day') as entry_id,
         pg_temp.id_at(now() - interval '1 day') as line_id, guest.id as member_id, turn.n >= made.sold as is_held
       from made cross join club cross join generate_series(0, made.sold + made.held - 1) turn (n)
       join guest on guest.n = turn.n % (select count(*) from guest) order by turn.n;
     insert into orders (id, org_id, buyer_id, number, status, token_hash, token_encrypted, client_token_hash, selection_hash, total,
         test_mode, billing, language, kinds, event_id, created_at, paid_at, currency, reserved_until)
       select order_id, org_id, member_id, 'IZY-EVE-' || right(order_id::text, 12), case when is_held then 'open' else 'paid' end, order_id::text, '', order_id::text, order_id::text,
         price, false, '{}', 'da', '{event}', id, now() - interval '1 day', case when not is_held then now() - interval '1 day' end, 'DKK', ${heldUntil}
       from bought;
     insert into event_entries (id, event_id, category_id, org_id, member_id, order_id, status, reserved_until, one_per_person, created_at)
       select entry_id, id, category_id, org_id, member_id, order_id, case when is_held then 'held' else 'paid' end, ${heldUntil}, false,
         now() - interval '1 day'
       from bought;
     insert into order_lines (id, order_id, position, kind, member_id, member_name, title, event_id, category_id, entry_id, category,
         category_name, starts_at, time_zone, price, vat_rate, vat, surcharge, total)
       select line_id, order_id, 0, 'event', member_id, 'Name Nameson', name, id, category_id, entry_id, 'adult', 'Adult',
         now() + interval '30 days', 'Europe/Copenhagen', price, 0, 0, 0, price
       from bought;
     insert into status_changes (thing, thing_id, from_status, to_status, cause, at)
       select 'event_entries', entry_id, 'held', 'paid', 'nothing to pay', now() - interval '1 day' from bought where not is_held`,
  )
  await cluster.sql(database, 'vacuum (analyze)')
  return Object.fromEntries(made.map(({ name, id }) => [name, { id, category: 'adult' }]))
}
