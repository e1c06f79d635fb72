import type { Reader } from '#server/database/db.ts'
import { prepared } from '#server/database/prepared.ts'
import { organisations, type SellerRow } from '#server/database/schema/index.ts'
import { and, asc, eq, inArray, or, sql, type SQL } from '#server/database/sql.ts'

export { DEFAULT_CURRENCY } from '#server/database/schema/index.ts'

export type OrganisationRow = typeof organisations.$inferSelect

/** A part of a list of clubs. */
export interface Page {
  readonly search?: string | undefined
  readonly ids?: readonly string[] | undefined
  readonly key?: string | undefined
  /** The last club of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}

/** Open clubs of which every searched word is said: those whose name says it come first, then by name. */
export function selectOpenOrganisations(db: Reader, page: Page): Promise<OrganisationRow[]> {
  const words = (page.search ?? '').split(/\s+/).filter((word) => word !== '')
  // Names without a table before them, so that the row to go on after is looked at alike.
  const said = (where: SQL) =>
    sql.join([sql`true`, ...words.map((word) => sql`${where} like any(${spelt(word)})`)], sql` and `)
  const place = sql`not (${said(sql`portal_plain(name)`)}), name, id`
  return db
    .select()
    .from(organisations)
    .where(
      and(
        eq(organisations.enabled, true),
        words.length > 0 ? said(sql`search`) : undefined,
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

/** As `portal_plain` spells it, to be found anywhere in a text. */
const spelt = (word: string) =>
  sql`array(select '%' || replace(replace(replace(spelling, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
    from string_to_table(portal_plain(${word}), E'\\n') spelling)`

const MOST_OWN = 100

/** Open clubs with these ids, by name; all others after them where there are no more than `few` in all. */
export function selectOwnOrganisations(db: Reader, ids: readonly string[], few: number): Promise<OrganisationRow[]> {
  const isOwn = sql`${organisations.id} = any(${sql.param([...ids])}::uuid[])`
  const areFew = sql`(select count(*) from (select from organisations where enabled limit ${few + 1}) open) <= ${few}`
  return db
    .select()
    .from(organisations)
    .where(and(eq(organisations.enabled, true), or(isOwn, areFew)))
    .orderBy(sql`not ${isOwn}`, asc(organisations.name), asc(organisations.id))
    .limit(MOST_OWN)
}

/** What the addresses of open organisations name them by. */
export const selectOpenOrganisationNames = (db: Reader): Promise<Pick<OrganisationRow, 'id' | 'key'>[]> =>
  db.select({ id: organisations.id, key: organisations.key }).from(organisations).where(eq(organisations.enabled, true))

const openById = prepared('organisations.open-by-id', (db) =>
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
    .prepare('organisations.open-by-key')
    .execute()
  return row ?? null
}

/** An organisation, closed or not. */
export async function selectOptionalOrganisationOfAnyState(db: Reader, id: string): Promise<OrganisationRow | null> {
  const [row] = await db
    .select()
    .from(organisations)
    .where(eq(organisations.id, id))
    .prepare('organisations.by-id')
    .execute()
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
