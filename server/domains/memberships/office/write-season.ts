import {
  type FaultsOfSeason,
  faultsOfSeason,
  type OfficeSeason,
  type SeasonFault,
  seasonFields,
  type SeasonFields,
} from '#contract/memberships/office.ts'
import { type ClubTemplate, membershipsOf } from '#contract/organisations/templates.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import type { Tx } from '#server/database/db.ts'
import { changesOf, columnsOf, flatOf } from '#server/database/fields.ts'
import { newId } from '#server/database/new-id.ts'
import { membershipConfigurations } from '#server/database/schema/index.ts'
import { eq, sql } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import { type ConfigurationRow, selectFromConfigurations } from '../configuration-queries.ts'
import { lockMembershipsById } from '../queries.ts'
import { recordStatuses } from '../terms/record-status.ts'
import { notifySeasonExtended } from './extended-season.ts'
import {
  lockClubSeasons,
  lockSeason,
  MOST_SEASONS,
  selectNamesake,
  selectOverlapping,
  seasonFieldsOf,
  selectSold,
  showSeason,
  updateSeason,
} from './seasons.ts'

export async function createSeason(tx: Tx, caller: OfficeCaller, fields: SeasonFields): Promise<OfficeSeason> {
  await lockClubSeasons(tx, caller.organisation.id)
  const row = await insertDraft(tx, caller.organisation.id, fields)
  const { id: thingId, name: label } = row
  await recordOfficeChange(tx, caller, {
    name: 'membership_created',
    thing: 'membership',
    thingId,
    label,
    after: { startDate: row.startDate, endDate: row.endDate, price: row.price },
  })
  return showSeason(tx, row)
}

/** The first seasons of a club as drafts, from a template. A club that has some keeps those: a second press changes nothing. */
export async function startFromTemplate(
  tx: Tx,
  caller: OfficeCaller,
  { template }: { readonly template: ClubTemplate },
): Promise<OfficeSeason[]> {
  await lockClubSeasons(tx, caller.organisation.id)
  if ((await countSeasons(tx, caller.organisation.id)) > 0) return []
  const today = copenhagenDate(tx.now)
  const seasons: OfficeSeason[] = []
  for (const { name, ...proposed } of membershipsOf(template, today))
    seasons.push(
      await createSeason(tx, caller, {
        ...proposed,
        name: { da: name },
        benefits: { da: '' },
        offerStartDate: proposed.startDate < today ? proposed.startDate : today,
        vatRate: 0,
        surcharge: 0,
        combinable: false,
        isTrial: false,
      }),
    )
  return seasons
}

/** Inserts a draft that breaks no rule. The writing of the club's seasons is locked. */
export async function insertDraft(
  tx: Tx,
  orgId: string,
  { copiedFrom = null, ...fields }: SeasonFields & { readonly copiedFrom?: string | null },
): Promise<ConfigurationRow> {
  refuse(faultsOfSeason(fields))
  const season = { ...(await rowOf(tx, fields)), id: newId(), orgId }
  await requireFree(tx, season)
  if ((await countSeasons(tx, orgId)) >= MOST_SEASONS) throw new Problem('too_many_seasons')
  await tx.insert(membershipConfigurations).values({ ...season, copiedFrom, enabled: false, publishedAt: null })
  return (await selectFromConfigurations(tx).where(eq(membershipConfigurations.id, season.id)))[0]!
}

type Save = SeasonFields & { readonly configurationId: string; readonly version: number }

/**
 * Changes a season. A price counts from now on: the lock waits for purchases that have read the old one. The days of what was sold may
 * grow: its holders get them and are notified; they do not shrink.
 */
export async function saveSeason(
  tx: Tx,
  caller: OfficeCaller,
  { configurationId, version, ...fields }: Save,
): Promise<OfficeSeason> {
  const before = await lockSeason(tx, caller, { configurationId, version })
  refuse(faultsOfSeason(fields))
  const values = await rowOf(tx, fields)
  const { startDate, endDate, series } = values
  const moved = startDate !== before.startDate || endDate !== before.endDate
  if (moved || series !== before.series || values.name !== before.name) await requireFree(tx, { ...before, ...values })
  if (moved) await moveDays(tx, before, { startDate, endDate })
  const saved = await updateSeason(tx, before.id, values)
  const flat = (row: ConfigurationRow) => flatOf(seasonFields, seasonFieldsOf(row))
  const changes = changesOf(flat(before), flat(saved))
  if (changes)
    await recordOfficeChange(tx, caller, {
      name: 'membership_changed',
      thing: 'membership',
      thingId: saved.id,
      label: saved.name,
      ...changes,
    })
  return showSeason(tx, saved)
}

/** The columns of what was typed. An empty series is the name without its years, as the database makes it. */
async function rowOf(tx: Tx, fields: SeasonFields) {
  const { name, series, ...columns } = columnsOf(seasonFields, fields)
  const { rows } = await tx.execute<{ series: string }>(
    sql`select case when ${series} = '' then portal_series(${name.da}) else btrim(lower(${series})) end as series`,
  )
  return { ...columns, name: name.da, nameTexts: name, series: rows[0]!.series }
}

/** Throws with the faults of the fields. */
export function refuse(faults: FaultsOfSeason, data?: Record<string, unknown>): void {
  const errors = Object.entries(faults).map(([path, message]) => ({ path, message: message satisfies SeasonFault }))
  if (errors.length > 0) throw new Problem('season_invalid', { errors, ...(data && { data }) })
}

/** Refuses a season that shares days with another one of its series, or that has the name of another with its year. */
export async function requireFree(
  tx: Tx,
  season: Pick<ConfigurationRow, 'id' | 'orgId' | 'name' | 'series' | 'startDate' | 'endDate'>,
): Promise<void> {
  const overlapping = await selectOverlapping(tx, season)
  const other = overlapping ?? (await selectNamesake(tx, season))
  if (!other) return
  const { name, startDate, endDate } = other
  refuse(overlapping ? { startDate: 'overlaps_series' } : { name: 'name_taken' }, { name, startDate, endDate })
}

type Days = Pick<ConfigurationRow, 'startDate' | 'endDate'>

/** Gives the holders of a season its new days, unless that would take days from them, or give them two memberships at once. */
async function moveDays(tx: Tx, before: ConfigurationRow, { startDate, endDate }: Days): Promise<void> {
  const sold = (await selectSold(tx, before.orgId, before.id)).get(before.id)
  if (!sold || sold.holders + sold.reserved === 0) return
  const data = { startDate: before.startDate, endDate: before.endDate, people: sold.holders + sold.reserved }
  refuse(
    {
      ...(startDate > before.startDate && { startDate: 'days_shrink' as const }),
      ...(endDate < before.endDate && { endDate: 'days_shrink' as const }),
    },
    data,
  )
  const { rows } = await tx.execute<{ id: string; taken: boolean }>(sql`
    select own.membership_id as id, exists (
      select from membership_terms other join membership_configurations held on held.id = other.configuration_id and not held.combinable
      where other.membership_id = own.membership_id and other.configuration_id <> own.configuration_id and other.status in ('held', 'active')
        and other.start_date <= ${endDate}::date and other.end_date >= ${startDate}::date
        and not (other.start_date <= own.end_date and other.end_date >= own.start_date)
    ) as taken
    from membership_terms own where own.org_id = ${before.orgId} and own.configuration_id = ${before.id} and own.status in ('held', 'active')`)
  const people = before.combinable ? 0 : rows.filter(({ taken }) => taken).length
  if (people > 0) refuse({ [endDate > before.endDate ? 'endDate' : 'startDate']: 'days_of_holders' }, { people })
  const ids = rows.map(({ id }) => id)
  await lockMembershipsById(tx, ids)
  await tx.execute(sql`
    update membership_terms set
      start_date = case when start_date = ${before.startDate}::date then ${startDate}::date else start_date end,
      end_date = case when end_date = ${before.endDate}::date and gave_way_to is null then ${endDate}::date else end_date end,
      planned_end_date = case when planned_end_date = ${before.endDate}::date then ${endDate}::date else planned_end_date end
    where org_id = ${before.orgId} and configuration_id = ${before.id} and status in ('held', 'active')`)
  await recordStatuses(tx, { ids }, tx.now)
  if (endDate > before.endDate)
    await notifySeasonExtended(tx, { orgId: before.orgId, configurationId: before.id, endDate }, before.nameTexts)
}

async function countSeasons(tx: Tx, orgId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from membership_configurations where org_id = ${orgId}`,
  )
  return rows[0]!.count
}
