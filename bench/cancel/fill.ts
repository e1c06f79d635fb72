import { createHash } from 'node:crypto'
import path from 'node:path'
import { newToken } from '#server/database/new-id.ts'
import { createSecrets } from '#server/database/secrets.ts'
import { sealToken } from '#server/domains/orders/index.ts'
import { KEY_PURPOSE } from '#server/domains/payments/index.ts'
import { openStore, type Store } from '../../simulators/store.ts'
import { schema } from '../../simulators/card-gateway/schema.ts'
import type { Cluster } from '../support/cluster.ts'
import { idAt } from '../support/world.ts'

/** Price of each order in øre. */
export const PRICE = 20_000

/** The event's name. */
export const TITLE = 'Sommerlejr'

/** An event of the first club with paid orders of one place each, in the portal and at the simulated gateway. */
export async function fillPaidEvent(
  cluster: Cluster,
  database: string,
  { orders, secretsKey }: { orders: number; secretsKey: string },
): Promise<{ orgId: string; eventId: string }> {
  const secrets = createSecrets(secretsKey)
  await cluster.sql(
    database,
    `set session_replication_role = replica; set synchronous_commit = off; ${idAt}
     create temp table club as select id from organisations order by key limit 1;
     insert into events (id, org_id, title, title_texts, starts_at, ends_at, public_from, one_per_person, sold)
       select portal_new_id(), id, '${TITLE}', '{"da": "${TITLE}"}', now() + interval '30 days', now() + interval '33 days',
         now() - interval '60 days', false, ${orders} from club;
     insert into event_categories (id, event_id, category, name, name_texts, price, sold)
       select portal_new_id(), id, 'voksen', 'Voksen', '{"da": "Voksen"}', ${PRICE}, ${orders} from events;
     create temp table person as select row_number() over (order by id) - 1 as n, id from members;
     create temp table bought as
       select turn.n, pg_temp.id_at(paid_at) as order_id, pg_temp.id_at(paid_at) as payment_id, pg_temp.id_at(paid_at) as entry_id,
         gen_random_uuid() as authorization_id, 'IZY-EVE-' || lpad(turn.n::text, 12, '0') as number, paid_at, person.id as member_id,
         events.id as event_id, events.org_id, events.starts_at, event_categories.id as category_id
       from generate_series(0, ${orders} - 1) turn (n)
       cross join lateral (select now() - interval '30 days' + turn.n * interval '1 minute' as paid_at) paid
       join person on person.n = turn.n % (select count(*) from person)
       cross join events join event_categories on event_id = events.id order by turn.n;
     insert into orders (id, org_id, buyer_id, number, status, token_hash, token_encrypted, client_token_hash, selection_hash, total,
         currency, test_mode, billing, language, kinds, event_id, created_at, paid_at)
       select order_id, org_id, member_id, number, 'paid', 'hash-' || n, '${sealToken(secrets, newToken()).tokenEncrypted}', 'hash-' || n, 'hash-' || n,
         ${PRICE}, 'DKK', false,
         jsonb_build_object('name', 'Name Nameson', 'email', 'person' || n || '@mail.test', 'phone', '+4520112233', 'addressLine1', 'Havnevej 1',
           'addressLine2', '', 'addressLine3', '', 'postCode', '4000', 'city', 'Roskilde', 'country', 'Denmark'),
         'da', '{event}', event_id, paid_at, paid_at
       from bought order by n;
     insert into payments (id, order_id, org_id, status, amount, currency, order_number, test_mode, payment_identifier, window_link,
         authorization_identifier, created_at, updated_at, captured_at)
       select payment_id, order_id, org_id, 'captured', ${PRICE}, 'DKK', number, false, gen_random_uuid(), 'https://gateway.example/' || n,
         authorization_id, paid_at, paid_at, paid_at from bought order by n;
     insert into receipts (order_id, org_id, year, test_mode, number, issued_at)
       select order_id, org_id, extract(year from now())::int, false, n + 1, paid_at from bought order by n;
     insert into receipt_counters (org_id, year, test_mode, last)
       select org_id, extract(year from now())::int, false, ${orders} from bought limit 1;
     insert into event_entries (id, event_id, category_id, org_id, member_id, order_id, status, one_per_person, created_at)
       select entry_id, event_id, category_id, org_id, member_id, order_id, 'paid', false, paid_at from bought order by n;
     insert into order_lines (id, order_id, position, kind, member_id, member_name, title, event_id, category_id, entry_id, category,
         category_name, starts_at, time_zone, price, vat_rate, vat, surcharge, total)
       select portal_new_id(), order_id, 0, 'event', member_id, 'Name Nameson', '${TITLE}', event_id, category_id, entry_id, 'voksen',
         'Voksen', starts_at, 'Europe/Copenhagen', ${PRICE}, 0, 0, 0, ${PRICE} from bought order by n;`,
  )
  await cluster.sql(database, 'vacuum (analyze)')
  const [{ eventId, orgId, key } = { eventId: '', orgId: '', key: '' }] = await cluster.sql<{
    eventId: string
    orgId: string
    key: string
  }>(
    database,
    `select events.id as "eventId", events.org_id as "orgId", key_encrypted as key
     from events join payment_configurations configuration on configuration.org_id = events.org_id`,
  )
  const paid = await cluster.sql<{ id: string; number: string }>(
    database,
    'select authorization_identifier as id, order_number as number from payments order by number',
  )
  fillGateway(cluster, secrets.decrypt(KEY_PURPOSE, key), paid)
  return { eventId, orgId }
}

const openGateway = (cluster: Cluster): Store =>
  openStore(path.join(cluster.dataDir, 'simulators'), 'card-gateway', schema)

/** The gateway's side of what was paid: an authorisation and its capture for each order. */
function fillGateway(cluster: Cluster, key: string, paid: readonly { id: string; number: string }[]): void {
  const store = openGateway(cluster)
  const at = new Date().toISOString()
  const merchant = 1_000_001
  store.together(() => {
    const hash = createHash('sha256').update(key.toLowerCase()).digest('hex')
    store.run('insert into merchant values (?, ?, ?, ?)', merchant, hash, key.slice(-4), at)
    for (const { id, number } of paid) {
      store.run(
        `insert into authorization (id, merchant, amount, asked_amount, currency, order_number, card_tail, masked_pan, card_expiry, test_mode,
           created_at, captured_at) values (?, ?, ?, ?, 'DKK', ?, '0000', '4100XXXXXXXX0000', '12/49', 0, ?, ?)`,
        id,
        merchant,
        PRICE,
        PRICE,
        number,
        at,
        at,
      )
      store.run(
        `insert into movement (id, authorization_id, kind, amount, success, gateway_status, message, created_at)
         values (?, ?, 'capture', ?, 1, 0, '', ?)`,
        `capture-${number}`,
        id,
        PRICE,
        at,
      )
    }
  })
  store.close()
}

/** Credits in the gateway's ledger. */
export interface Ledger {
  readonly count: number
  readonly sum: number
  /** Orders of which something was credited. */
  readonly orders: number
  readonly first: string | null
  readonly last: string | null
}

export function readLedger(cluster: Cluster): Ledger {
  const store = openGateway(cluster)
  const ledger = store.one<Ledger>(
    `select count(*) as count, coalesce(sum(amount), 0) as sum, count(distinct authorization_id) as orders, min(created_at) as first,
       max(created_at) as last from movement where kind = 'credit' and success = 1`,
  )!
  store.close()
  return ledger
}
