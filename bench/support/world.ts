import { randomUUID } from 'node:crypto'
import { createSecrets } from '#server/database/secrets.ts'
import { newId } from '#server/database/new-id.ts'
import { KEY_PURPOSE } from '#server/domains/payments/index.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import type { Cluster } from './cluster.ts'

/** People who buy in the measured windows. */
export const PEOPLE = 2000

/** The price of a season: 700 kr. + 25 % VAT + 10 kr. */
export const AMOUNT = 88_500

/** Past seasons with the large database's orders. */
export const PAST_SEASONS = 4

export interface Person {
  readonly id: string
  readonly subject: string
}

/** A season of a club, which each person can buy once. */
export interface Offer {
  readonly orgId: string
  readonly configurationId: string
}

/** A place at an event. */
export interface PlaceOffer {
  readonly orgId: string
  readonly eventId: string
  readonly category: string
  readonly price: number
}

export interface World {
  readonly people: readonly Person[]
  /** This year's season of every club, then next year's. */
  readonly offers: readonly Offer[]
}

/** Creates the SQL function for ids of version 7 of a past moment. */
export const idAt = `
  create function pg_temp.id_at(moment timestamptz) returns uuid language sql volatile as $$
    select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
      || '8' || substr(md5(random()::text), 1, 15))::uuid
  $$;`

/** Fills an empty database with clubs, their seasons, and people with a sign-in and an address. */
export async function fillWorld(
  cluster: Cluster,
  database: string,
  { clubs, issuer, secretsKey }: { clubs: number; issuer: string; secretsKey: string },
): Promise<void> {
  const secrets = createSecrets(secretsKey)
  const rows = Array.from({ length: clubs }, (_, at) => ({
    id: newId(),
    key: `B${String(at).padStart(4, '0')}`,
    payment_id: newId(),
    key_encrypted: secrets.encrypt(KEY_PURPOSE, randomUUID()),
  }))
  const year = Number(copenhagenDate(new Date()).slice(0, 4))
  await cluster.sql(
    database,
    `with club as (select * from json_to_recordset($1::json) as c (id uuid, key text, payment_id uuid, key_encrypted text)),
     organisation as (
       insert into organisations (id, key, name, contact_email)
       select id, key, 'Club ' || key, lower(key) || '@club.example' from club
     )
     insert into payment_configurations (id, org_id, key_encrypted) select payment_id, id, key_encrypted from club`,
    [JSON.stringify(rows)],
  )
  await cluster.sql(
    database,
    `${idAt}
     insert into membership_configurations (id, org_id, name, price, vat_rate, surcharge, start_date, end_date, offer_start_date)
     select pg_temp.id_at(now()), id, kind || ' ' || season, 70000, 25, 1000, make_date(season, 1, 1), make_date(season, 12, 31),
       least(make_date(season - 1, 11, 1), current_date - 30)
     from organisations, generate_series(${year - PAST_SEASONS}, ${year + 1}) season, unnest(array['Adult', 'Youth']) kind;
     ${insertPeople(PEOPLE)}
     insert into member_identities (issuer, subject, member_id)
     select '${issuer}', 'subject-' || row_number() over (order by id), id from members;`,
  )
}

/** Adults with an address, numbered after existing ones. Needs `idAt`. */
export const insertPeople = (count: number): string => `
  insert into members (id, first_name, last_name, email, phone, gender, date_of_birth, address_line1, city, post_code, country)
  select pg_temp.id_at(now() - make_interval(days => 1500) + make_interval(secs => n)), 'Name' || n, 'Nameson' || n % 997,
    'person' || n || '@mail.example', '+4520' || lpad((n % 1000000)::text, 6, '0'), 'FEMALE', date '1980-01-01' + n % 9000,
    'Havnevej ' || n % 200, 'Roskilde', '4000', 'Denmark'
  from (select n + (select count(*) from members)::int as n from generate_series(1, ${count}) n) numbered;`

/** Who may buy what in a filled database. */
export async function readWorld(cluster: Cluster, database: string): Promise<World> {
  const people = await cluster.sql<{ id: string; subject: string }>(
    database,
    'select member_id as id, subject from member_identities order by member_id',
  )
  const offers = await cluster.sql<{ orgId: string; configurationId: string }>(
    database,
    `select organisations.id as "orgId", configuration.id as "configurationId"
     from membership_configurations configuration join organisations on organisations.id = org_id
     where configuration.name like 'Adult%' and end_date >= current_date order by start_date, key`,
  )
  return { people, offers }
}
