import { batched } from '#server/database/batch.ts'
import type { Reader } from '#server/database/db.ts'
import { prepared, whenOne } from '#server/database/prepared.ts'
import { organisations, type SellerRow } from '#server/database/schema/index.ts'
import { containsWords } from '#server/database/search-sql.ts'
import { and, asc, eq, inArray, or, sql, type SQL } from '#server/database/sql.ts'

export { DEFAULT_CURRENCY } from '#server/database/schema/index.ts'

export type OrganisationRow = typeof organisations.$inferSelect

/** A page of a list of clubs. */
export interface Page {
  readonly search?: string | undefined
  readonly ids?: readonly string[] | undefined
  readonly key?: string | undefined
  /** The last club of the previous page. */
  readonly after?: string | undefined
  readonly limit: number
}

/** Clubs whose payments are only simulated come after the others, who sell something. */
const isTest = sql`exists (
  select from payment_configurations where org_id = organisations.id and payment_configurations.enabled and test_mode)`

/** Open clubs that match every searched word: those with all words in their name first, then by name; test clubs last. */
export function selectOpenOrganisations(db: Reader, page: Page): Promise<OrganisationRow[]> {
  const { search = '' } = page
  // Unqualified names, so that the expression also works for the row to continue after.
  const place = sql`${isTest}, not (${containsWords(sql`search_fold(name)`, search)}), danish_order(name), id`
  return db
    .select()
    .from(organisations)
    .where(
      and(
        eq(organisations.enabled, true),
        containsWords(sql`folded`, search),
        page.ids && inArray(organisations.id, [...page.ids]),
        page.key === undefined ? undefined : eq(organisations.key, page.key),
        page.after === undefined
          ? undefined
          : sql`(${place}) > (select ${place} from organisations where id = ${page.after})`,
      ),
    )
    .orderBy(place)
    .limit(page.limit)
}

const MOST_OWN = 100

/** Open clubs with these ids, by name; followed by all others if there are at most `few` in all. Test clubs come last. */
export function selectOwnOrganisations(db: Reader, ids: readonly string[], few: number): Promise<OrganisationRow[]> {
  const isOwn = sql`${organisations.id} = any(${sql.param([...ids])}::uuid[])`
  const areFew = sql`(select count(*) from (select from organisations where enabled limit ${few + 1}) open) <= ${few}`
  return db
    .select()
    .from(organisations)
    .where(and(eq(organisations.enabled, true), or(isOwn, areFew)))
    .orderBy(isTest, sql`not ${isOwn}`, sql`danish_order(${organisations.name})`, asc(organisations.id))
    .limit(MOST_OWN)
}

export const selectOpenOrganisationNames = (db: Reader): Promise<Pick<OrganisationRow, 'id' | 'key'>[]> =>
  db.select({ id: organisations.id, key: organisations.key }).from(organisations).where(eq(organisations.enabled, true))

const openById = prepared('organisations.open-by-id', (db) =>
  db
    .select()
    .from(organisations)
    .where(and(eq(organisations.id, sql.placeholder('id')), eq(organisations.enabled, true))),
)

/** An open organisation; null if it is closed or does not exist. */
export async function selectOptionalOrganisation(db: Reader, id: string): Promise<OrganisationRow | null> {
  const [row] = await openById(db).execute({ id })
  return row ?? null
}

/** Selects an organisation by its key, in any case. */
export async function selectOptionalOrganisationByKey(db: Reader, key: string): Promise<OrganisationRow | null> {
  const [row] = await db
    .select()
    .from(organisations)
    .where(and(eq(organisations.key, key.toUpperCase()), eq(organisations.enabled, true)))
    .prepare('organisations.open-by-key')
    .execute()
  return row ?? null
}

/** An organisation, open or closed. */
export const selectOptionalOrganisationOfAnyState = batched<OrganisationRow | null>(async (db, ids) => {
  const rows = await db
    .select()
    .from(organisations)
    .where(inArray(organisations.id, [...ids]))
    .prepare(whenOne('organisations.by-id', ids))
    .execute()
  return (id) => rows.find((row) => row.id === id) ?? null
})

/** Selects an organisation by its key, in upper case. */
export async function selectOptionalOrganisationOfKey(db: Reader, key: string): Promise<OrganisationRow | null> {
  const [row] = await db
    .select()
    .from(organisations)
    .where(eq(sql`upper(${organisations.key})`, key))
  return row ?? null
}

/** The organisation that another row refers to, open or closed. Throws if there is none. */
export async function selectOrganisation(db: Reader, id: string): Promise<OrganisationRow> {
  const row = await selectOptionalOrganisationOfAnyState(db, id)
  if (!row) throw new Error('Organisation not found')
  return row
}

/** An organisation as printed on a document issued now. */
export const sellerOf = (orgId: string): SQL<SellerRow> => sql<SellerRow>`(
  select jsonb_build_object('name', name, 'key', key, 'cvr', cvr, 'address', address, 'email', contact_email)
  from organisations where id = ${orgId}::uuid)`
