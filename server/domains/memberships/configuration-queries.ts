import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { membershipConfigurations, organisations } from '#server/database/schema/index.ts'

/** A season on sale, priced in the currency of its club. */
export type ConfigurationRow = typeof membershipConfigurations.$inferSelect & { readonly currency: string }

export const configurationColumns = { ...getTableColumns(membershipConfigurations), currency: organisations.currency }

export const selectFromConfigurations = (db: Reader) =>
  db
    .select(configurationColumns)
    .from(membershipConfigurations)
    .innerJoin(organisations, eq(organisations.id, membershipConfigurations.orgId))

/** The empty choice of old lists stands among the configurations and is none. */
const isOffered = and(
  eq(membershipConfigurations.enabled, true),
  sql`${membershipConfigurations.name} !~ '^\\s*Select Membership\\s*$'`,
)

export const selectConfigurations = (db: Reader, orgId: string): Promise<ConfigurationRow[]> =>
  selectFromConfigurations(db)
    .where(and(eq(membershipConfigurations.orgId, orgId), eq(membershipConfigurations.enabled, true)))
    .orderBy(
      asc(membershipConfigurations.startDate),
      desc(membershipConfigurations.price),
      asc(membershipConfigurations.name),
    )

/** Those of `ids` that are offered; whether their organisation is open is the order's to ask. */
export const selectOfferings = (db: Reader, ids: readonly string[]): Promise<ConfigurationRow[]> =>
  selectFromConfigurations(db).where(and(inArray(membershipConfigurations.id, [...ids]), isOffered))

/** The seasons on sale on `today`, by organisation. */
export async function selectSeasonsOnSale(db: Reader, today: string) {
  const rows = await db
    .select({
      orgId: membershipConfigurations.orgId,
      configurationId: membershipConfigurations.id,
      startDate: membershipConfigurations.startDate,
      endDate: membershipConfigurations.endDate,
      combinable: membershipConfigurations.combinable,
    })
    .from(membershipConfigurations)
    .where(
      and(
        isOffered,
        sql`${membershipConfigurations.offerStartDate} <= ${today} and ${membershipConfigurations.endDate} >= ${today}`,
      ),
    )
  return Map.groupBy(rows, (row) => row.orgId)
}

/** The seasons that are not over on `today`, on sale or not, by organisation. */
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

/** Those of the configurations that may be held beside another. */
export async function selectCombinable(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: membershipConfigurations.id })
    .from(membershipConfigurations)
    .where(and(inArray(membershipConfigurations.id, [...ids]), eq(membershipConfigurations.combinable, true)))
  return new Set(rows.map((row) => row.id))
}

/** What clubs sell on `today`, whole, with the club that sells it. */
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
