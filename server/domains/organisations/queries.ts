import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { Reader } from '#server/database/db.ts'
import { prepared } from '#server/database/prepared.ts'
import { organisations, type SellerRow } from '#server/database/schema/index.ts'

export { DEFAULT_CURRENCY } from '#server/database/schema/index.ts'

export type OrganisationRow = typeof organisations.$inferSelect

export const selectOpenOrganisations = (db: Reader): Promise<OrganisationRow[]> =>
  db.select().from(organisations).where(eq(organisations.enabled, true)).orderBy(asc(organisations.name))

/** What the addresses of open organisations name them by. */
export const selectOpenOrganisationNames = (db: Reader): Promise<Pick<OrganisationRow, 'id' | 'key'>[]> =>
  db.select({ id: organisations.id, key: organisations.key }).from(organisations).where(eq(organisations.enabled, true))

const openById = prepared((db) =>
  db
    .select()
    .from(organisations)
    .where(and(eq(organisations.id, sql.placeholder('id')), eq(organisations.enabled, true))),
)

/** The open organisation, or null when there is none: a closed one is as good as absent. */
export async function selectOptionalOrganisation(db: Reader, id: string): Promise<OrganisationRow | null> {
  const [row] = await openById(db).execute({ id })
  return row ?? null
}

/** The same by its key, in whatever case it is written. */
export async function selectOptionalOrganisationByKey(db: Reader, key: string): Promise<OrganisationRow | null> {
  const [row] = await db
    .select()
    .from(organisations)
    .where(and(eq(organisations.key, key.toUpperCase()), eq(organisations.enabled, true)))
  return row ?? null
}

/** An organisation, closed or not. */
export async function selectOptionalOrganisationOfAnyState(db: Reader, id: string): Promise<OrganisationRow | null> {
  const [row] = await db.select().from(organisations).where(eq(organisations.id, id))
  return row ?? null
}

/** The organisation of an order or a receipt, closed or not. */
export async function selectOrganisation(db: Reader, id: string): Promise<OrganisationRow> {
  const row = await selectOptionalOrganisationOfAnyState(db, id)
  if (!row) throw new Error('An organisation named by another row is gone')
  return row
}

/** An organisation as it stands on a document that is issued now. */
export const sellerOf = (orgId: string): SQL<SellerRow> => sql<SellerRow>`(
  select jsonb_build_object('name', name, 'key', key, 'cvr', cvr, 'address', address, 'email', contact_email)
  from organisations where id = ${orgId}::uuid)`
