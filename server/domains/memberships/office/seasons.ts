import { type OfficeSeason, seasonFields, type SeasonFields, type SeasonState } from '#contract/memberships/office.ts'
import { valuesOfRow } from '#server/database/fields.ts'
import { priceMembership } from '#contract/memberships/price.ts'
import { copenhagenDate, copenhagenToday, portalNow } from '#server/database/clock.ts'
import { type Db, lockKey, type Reader, type Tx } from '#server/database/db.ts'
import { membershipConfigurations } from '#server/database/schema/index.ts'
import { and, asc, desc, eq, inArray, sql } from '#server/database/sql.ts'
import { renewsByCardSql } from '#server/domains/orders/index.ts'
import type { Club, OfficeCaller } from '#server/http/actor.ts'
import { hasScope } from '#server/identity/scopes.ts'
import { Problem, refuseIfChanged } from '#server/http/problem.ts'
import { type ConfigurationRow, selectFromConfigurations } from '../configuration-queries.ts'
import { graceEndOf } from '../grace.ts'
import { presentParts } from '../sale/membership-price.ts'
import { saleStateOf } from '../sale/sale-state.ts'

/** More seasons than any club has; the list shows all of them at once. */
export const MOST_SEASONS = 1000

/** All seasons of a club for its office, drafts and stopped ones too, newest first. */
export async function listSeasons(db: Db, { actor, organisation }: OfficeCaller<Club & { readonly currency: string }>) {
  const [rows, now, sold, renewals, firstPrices] = await Promise.all([
    selectFromConfigurations(db)
      .where(eq(membershipConfigurations.orgId, organisation.id))
      .orderBy(
        desc(membershipConfigurations.startDate),
        desc(membershipConfigurations.price),
        asc(membershipConfigurations.name),
        asc(membershipConfigurations.id),
      )
      .limit(MOST_SEASONS),
    portalNow(db),
    selectSold(db, organisation.id),
    selectRenewals(db, organisation.id),
    selectFirstPrices(db, organisation.id),
  ])
  const today = copenhagenDate(now)
  const seesMoney = hasScope(actor, 'money.read', organisation.key)
  const seasons = rows.map((row) => ({
    ...presentSeason(row, today, sold.get(row.id)),
    renewals: renewals.get(row.id) ?? null,
    firstPrice: firstPrices.get(row.id) ?? row.price,
  }))
  return {
    seasons: seesMoney ? seasons : seasons.map((season) => ({ ...season, income: null })),
    currency: organisation.currency,
  }
}

/** One season as it is now, after a change. */
export async function showSeason(tx: Tx, row: ConfigurationRow): Promise<OfficeSeason> {
  return presentSeason(row, copenhagenDate(tx.now), (await selectSold(tx, row.orgId, row.id)).get(row.id))
}

/** A draft was never published. What is stopped is over on its last day, as all seasons are. */
export function stateOfSeason(
  season: Pick<ConfigurationRow, 'enabled' | 'publishedAt' | 'offerStartDate' | 'endDate'>,
  today: string,
): SeasonState {
  if (season.publishedAt === null) return 'draft'
  const sale = saleStateOf(season, today)
  if (sale === 'ended') return 'over'
  if (!season.enabled) return 'stopped'
  return sale === 'not_yet' ? 'announced' : 'on_sale'
}

/** The fields of a season, as its form writes them. */
export const seasonFieldsOf = (row: ConfigurationRow): SeasonFields =>
  valuesOfRow(seasonFields, { ...row, name: row.nameTexts })

function presentSeason(row: ConfigurationRow, today: string, sold: Sold = nothing): OfficeSeason {
  return {
    id: row.id,
    version: row.version,
    ...seasonFieldsOf(row),
    state: stateOfSeason(row, today),
    stopped: row.publishedAt !== null && !row.enabled,
    parts: presentParts(priceMembership(row), row.currency),
    holders: sold.holders,
    reserved: sold.reserved,
    income: { minor: sold.income, currency: row.currency },
  }
}

/** Locks the writing of a club's seasons, so that two of a series never overlap. */
export const lockClubSeasons = (tx: Tx, orgId: string) => lockKey(tx, `seasons ${orgId}`)

/**
 * Locks seasons of a club against each other's changes and against purchases: a purchase that has read a price commits first, and one
 * that begins later reads what is written here. Throws `configuration_not_found`.
 */
export async function lockSeasons(
  tx: Tx,
  { organisation }: OfficeCaller,
  ids: readonly string[],
): Promise<ConfigurationRow[]> {
  await lockClubSeasons(tx, organisation.id)
  const rows = await selectFromConfigurations(tx)
    .where(and(inArray(membershipConfigurations.id, [...ids]), eq(membershipConfigurations.orgId, organisation.id)))
    .orderBy(asc(membershipConfigurations.id))
    .for('update', { of: membershipConfigurations })
  if (rows.length !== new Set(ids).size) throw new Problem('configuration_not_found')
  return rows
}

/** Locks one season at the version that the office has seen. Throws `changed_meanwhile` with the current one. */
export async function lockSeason(
  tx: Tx,
  caller: OfficeCaller,
  { configurationId, version }: { configurationId: string; version?: number },
): Promise<ConfigurationRow> {
  const [row] = await lockSeasons(tx, caller, [configurationId])
  await refuseIfChanged(row!, version, () => showSeason(tx, row!))
  return row!
}

/** Writes a season and counts its version. */
export async function updateSeason(
  tx: Tx,
  id: string,
  values: Partial<typeof membershipConfigurations.$inferInsert>,
): Promise<ConfigurationRow> {
  await tx
    .update(membershipConfigurations)
    .set({ ...values, version: sql`version + 1` })
    .where(eq(membershipConfigurations.id, id))
  return (await selectFromConfigurations(tx).where(eq(membershipConfigurations.id, id)))[0]!
}

/** Another season of the series that shares a day; stopped ones do not count. */
export async function selectOverlapping(
  db: Reader,
  {
    id,
    orgId,
    series,
    startDate,
    endDate,
  }: Pick<ConfigurationRow, 'id' | 'orgId' | 'series' | 'startDate' | 'endDate'>,
): Promise<ConfigurationRow | null> {
  const [row] = await selectFromConfigurations(db)
    .where(
      and(
        eq(membershipConfigurations.orgId, orgId),
        eq(membershipConfigurations.series, series),
        sql`${membershipConfigurations.id} <> ${id}`,
        sql`(${membershipConfigurations.enabled} or ${membershipConfigurations.publishedAt} is null)`,
        sql`${membershipConfigurations.startDate} <= ${endDate} and ${membershipConfigurations.endDate} >= ${startDate}`,
      ),
    )
    .orderBy(asc(membershipConfigurations.startDate))
    .limit(1)
  return row ?? null
}

/** Another season of the club with the same name, where that names a year: without one, every season of a series has it. */
export async function selectNamesake(
  db: Reader,
  { id, orgId, name }: Pick<ConfigurationRow, 'id' | 'orgId' | 'name'>,
): Promise<ConfigurationRow | null> {
  if (!/(?<!\d)(19|20)\d\d(?!\d)/.test(name)) return null
  const [row] = await selectFromConfigurations(db)
    .where(
      and(
        eq(membershipConfigurations.orgId, orgId),
        sql`lower(btrim(${membershipConfigurations.name})) = lower(btrim(${name}))`,
        sql`${membershipConfigurations.id} <> ${id}`,
        sql`(${membershipConfigurations.enabled} or ${membershipConfigurations.publishedAt} is null)`,
      ),
    )
    .orderBy(asc(membershipConfigurations.startDate))
    .limit(1)
  return row ?? null
}

type Sold = {
  readonly holders: number
  readonly reserved: number
  /** Øre. */
  readonly income: number
}

const nothing: Sold = { holders: 0, reserved: 0, income: 0 }

/** Sales of each season of a club, or of one of them. */
export async function selectSold(db: Reader, orgId: string, id?: string): Promise<Map<string, Sold>> {
  const only = (column: string) => (id === undefined ? sql`` : sql`and ${sql.raw(column)} = ${id}`)
  const { rows } = await db.execute<{ id: string } & Sold>(sql`
    select id, sum(holders)::int as holders, sum(reserved)::int as reserved, sum(income)::float8 as income from (
      select configuration_id as id, count(*) as holders, 0 as reserved, 0 as income
      from membership_terms where org_id = ${orgId} and status = 'active' ${only('configuration_id')} group by 1
      union all
      select terms.configuration_id, 0, count(*), 0
      from orders join membership_terms terms on terms.order_id = orders.id and terms.status = 'held'
      where orders.org_id = ${orgId} and orders.status in ('open', 'declined') and orders.reserved_until > portal_now()
        ${only('terms.configuration_id')} group by 1
      union all
      select lines.configuration_id, 0, 0, sum(lines.total - lines.refunded)
      from orders join order_lines lines on lines.order_id = orders.id
      where orders.org_id = ${orgId} and orders.status in ('paid', 'refunded') and not orders.test_mode and lines.configuration_id is not null
        ${only('lines.configuration_id')} group by 1
    ) parts group by id`)
  return new Map(rows.map(({ id: of, ...sold }) => [of, sold]))
}

/** The price of each season when its sale began, where it was changed since: what the first change after that day replaced. */
async function selectFirstPrices(db: Reader, orgId: string): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: string; price: number }>(sql`
    select distinct on (seasons.id) seasons.id, (changes.before->>'price')::int as price
    from office_history changes
    join membership_configurations seasons on seasons.id::text = changes.thing_id and seasons.org_id = changes.org_id
    where changes.org_id = ${orgId} and changes.thing = 'membership' and changes.name = 'membership_changed' and changes.before ? 'price'
      and seasons.published_at is not null
      and changes.at >= greatest(seasons.published_at, seasons.offer_start_date::timestamp at time zone 'Europe/Copenhagen')
    order by seasons.id, changes.id`)
  return new Map(rows.map(({ id, price }) => [id, price]))
}

const RENEWAL_DAYS = 60

/** How the holders of each season that has ended, or ends soon, went on. A trial is not renewed, nor is what is had beside a membership. */
async function selectRenewals(db: Reader, orgId: string): Promise<Map<string, NonNullable<OfficeSeason['renewals']>>> {
  const { rows } = await db.execute<{ id: string; renewed: number; left: number; isOver: boolean }>(sql`
    select seasons.id, ${graceEndOf(sql`seasons.end_date`)} < ${copenhagenToday} as "isOver",
      count(*) filter (where renewed)::int as renewed, count(*) filter (where not renewed)::int as left
    from membership_configurations seasons
    join organisations on organisations.id = seasons.org_id
    join membership_terms held on held.configuration_id = seasons.id and held.status = 'active'
    cross join lateral (
      select exists (
        select from membership_terms next join membership_configurations kind on kind.id = next.configuration_id
        where next.membership_id = held.membership_id and next.status = 'active' and next.end_date > seasons.end_date
          and ${renewsByCardSql(sql`kind`)}) as renewed
    ) onwards
    where seasons.org_id = ${orgId} and seasons.published_at is not null and ${renewsByCardSql(sql`seasons`)}
      and seasons.end_date <= ${copenhagenToday} + ${RENEWAL_DAYS}::int
    group by seasons.id, organisations.id`)
  return new Map(
    rows.map(({ id, renewed, left, isOver }) => [id, { renewed, notYet: isOver ? 0 : left, lost: isOver ? left : 0 }]),
  )
}
