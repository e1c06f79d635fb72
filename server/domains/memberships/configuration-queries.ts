import { copenhagenToday } from '#server/database/clock.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { whenOne } from '#server/database/prepared.ts'
import { membershipConfigurations, organisations } from '#server/database/schema/index.ts'
import { and, asc, desc, eq, getTableColumns, inArray, sql } from '#server/database/sql.ts'

/** A season on sale, priced in the currency of its club. */
export type ConfigurationRow = typeof membershipConfigurations.$inferSelect & { readonly currency: string }

export const configurationColumns = { ...getTableColumns(membershipConfigurations), currency: organisations.currency }

export const selectFromConfigurations = (db: Reader) =>
  db
    .select(configurationColumns)
    .from(membershipConfigurations)
    .innerJoin(organisations, eq(organisations.id, membershipConfigurations.orgId))

/** Old lists contain an entry that means "no choice". */
export const isOfferedName = ({ name }: Pick<ConfigurationRow, 'name'>) => !/^\s*Select Membership\s*$/.test(name)

const MOST = 1000

const isOffered = and(
  eq(membershipConfigurations.enabled, true),
  sql`${membershipConfigurations.name} !~ '^\\s*Select Membership\\s*$'`,
)

/** The configurations of one club or several, as many as one response may hold. */
export const selectConfigurations = (db: Reader, orgIds: readonly string[]): Promise<ConfigurationRow[]> =>
  selectFromConfigurations(db)
    .where(and(inArray(membershipConfigurations.orgId, [...orgIds]), eq(membershipConfigurations.enabled, true)))
    .orderBy(
      asc(membershipConfigurations.startDate),
      desc(membershipConfigurations.price),
      asc(membershipConfigurations.name),
    )
    .limit(MOST)

/**
 * Those of `ids` that are offered, with a lock that ends with the transaction: an office that changes a price or stops a sale waits for
 * what was read here. Whether their organisation is open is checked by the order.
 */
export const selectOfferings = (tx: Tx, ids: readonly string[]): Promise<ConfigurationRow[]> =>
  selectFromConfigurations(tx)
    .where(and(inArray(membershipConfigurations.id, [...ids]), isOffered))
    .for('key share', { of: membershipConfigurations })
    .prepare(whenOne('memberships.offering', ids))
    .execute()

/** The seasons that have not ended by `today`, on sale or not, by organisation. */
export async function selectSeasonsToCome(db: Reader, today: string, orgIds: readonly string[]) {
  const rows = await selectFromConfigurations(db).where(
    and(
      isOffered,
      inArray(membershipConfigurations.orgId, [...orgIds]),
      sql`${membershipConfigurations.endDate} >= ${today}`,
    ),
  )
  return Map.groupBy(rows, (row) => row.orgId)
}

/** Whether each configuration is a trial and can be held beside others. */
export async function selectKinds(tx: Tx, ids: readonly string[]) {
  const { id, combinable, isTrial } = membershipConfigurations
  const rows = await tx
    .select({ id, combinable, isTrial })
    .from(membershipConfigurations)
    .where(inArray(id, [...ids]))
    .prepare(whenOne('memberships.kinds', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Everything that clubs sell on `today`, with the club. */
export const selectOnSale = (db: Reader, today: string, orgIds: readonly string[]) =>
  db
    .select({ configuration: configurationColumns, orgKey: organisations.key, orgName: organisations.name })
    .from(membershipConfigurations)
    .innerJoin(organisations, eq(organisations.id, membershipConfigurations.orgId))
    .where(
      and(
        isOffered,
        inArray(membershipConfigurations.orgId, [...orgIds]),
        sql`${membershipConfigurations.offerStartDate} <= ${today} and ${membershipConfigurations.endDate} >= ${today}`,
      ),
    )
    .orderBy(asc(membershipConfigurations.id))

/** Those of these clubs that sell something today. */
export async function selectSelling(db: Reader, orgIds: readonly string[]): Promise<string[]> {
  const today = sql`(select ${copenhagenToday})`
  const { orgId, offerStartDate, endDate } = membershipConfigurations
  const rows = await db
    .selectDistinct({ orgId })
    .from(membershipConfigurations)
    .where(
      and(
        isOffered,
        sql`${orgId} = any(${sql.param([...orgIds])}::uuid[])`,
        sql`${offerStartDate} <= ${today} and ${endDate} >= ${today}`,
      ),
    )
  return rows.map((row) => row.orgId)
}

/** How many people of an age hold a paid membership of a club's series. */
export interface Holders {
  readonly orgId: string
  readonly series: string
  readonly age: number | null
  readonly people: number
}

/**
 * Per club, only this many of the memberships that run longest are counted, so the cost does not grow with the club.
 */
const ENOUGH_TO_COUNT = 500

/** All clubs, series and ages in one query. Each person is looked up by key: a join would read every member. */
export async function selectHolders(db: Reader, orgIds: readonly string[], today: string): Promise<Holders[]> {
  const { rows } = await db.execute<Holders & Record<string, unknown>>(sql`
    select terms.org_id as "orgId",
      (select series from membership_configurations where id = terms.configuration_id) as series,
      extract(year from age(${today}::date, (select date_of_birth from members where id = terms.member_id)))::int as age,
      count(distinct terms.member_id)::int as people
    from unnest(${sql.param([...orgIds])}::uuid[]) as club (id)
    cross join lateral (
      select org_id, configuration_id, member_id from membership_terms
      where org_id = club.id and status = 'active' and end_date >= ${today}::date
      order by end_date desc limit ${ENOUGH_TO_COUNT}
    ) terms
    group by 1, 2, 3`)
  return rows
}

/** All seasons of a club, including past and disabled ones. */
export const selectAllConfigurations = (db: Reader, orgId: string): Promise<ConfigurationRow[]> =>
  selectFromConfigurations(db).where(eq(membershipConfigurations.orgId, orgId))
