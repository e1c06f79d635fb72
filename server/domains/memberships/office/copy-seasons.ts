import { textsIn } from '#contract/local-text.ts'
import { priceMembership } from '#contract/memberships/price.ts'
import {
  type CopyPreview,
  faultsOfSeason,
  type OfficeSeason,
  type SeasonFields,
  type SeasonToCopy,
} from '#contract/memberships/office.ts'
import { daysYearOn, nameYearOn } from '#contract/memberships/season-years.ts'
import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { membershipConfigurations } from '#server/database/schema/index.ts'
import { and, eq, sql } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { type ConfigurationRow, selectFromConfigurations } from '../configuration-queries.ts'
import { fitsAge } from '../sale/fits-age.ts'
import { presentParts } from '../sale/membership-price.ts'
import { lockSeasons, selectNamesake, selectOverlapping, showSeason } from './seasons.ts'
import { insertDraft } from './write-season.ts'

interface Copies {
  readonly seasons: readonly SeasonToCopy[]
}

/**
 * Copies seasons to the next year as drafts: the days a year on, the year in the name, the price and the first day on sale as asked for.
 * Earlier copies are answered as they are, so that a second press changes nothing.
 */
export async function copySeasons(tx: Tx, caller: OfficeCaller, { seasons }: Copies): Promise<OfficeSeason[]> {
  const copies: OfficeSeason[] = []
  for (const [source, asked] of await sourcesOf(tx, caller, seasons)) {
    const known = await selectCopy(tx, source)
    const copy =
      known ?? (await insertDraft(tx, caller.organisation.id, { ...nextOf(source, asked), copiedFrom: source.id }))
    if (!known)
      await recordOfficeChange(tx, caller, {
        name: 'membership_copied',
        thing: 'membership',
        thingId: copy.id,
        label: copy.name,
        after: { from: source.name, startDate: copy.startDate, endDate: copy.endDate, price: copy.price },
      })
    copies.push(await showSeason(tx, copy))
  }
  return copies
}

/** The effect of `copySeasons` in numbers. */
export async function previewCopies(tx: Tx, caller: OfficeCaller, { seasons }: Copies): Promise<CopyPreview[]> {
  const previews: CopyPreview[] = []
  const sources = await sourcesOf(tx, caller, seasons)
  const paid = await selectPaid(
    tx,
    sources.map(([source]) => source),
  )
  for (const [source, asked] of sources) {
    const next = nextOf(source, asked)
    const priced = priceMembership(next)
    const copied = await selectCopy(tx, source)
    const made = { ...source, ...daysYearOn(source), name: next.name.da, id: newId() }
    const other = copied ?? (await selectOverlapping(tx, made)) ?? (await selectNamesake(tx, made))
    const people = await countPeople(tx, source, next)
    const { price, offerStartDate, endDate } = faultsOfSeason(next)
    const fault = other ? 'overlaps_series' : (endDate ?? price ?? offerStartDate ?? null)
    previews.push({
      configurationId: source.id,
      ...textsIn({ name: next.name }, caller.actor.via.language),
      startDate: next.startDate,
      endDate: next.endDate,
      parts: presentParts(priced, source.currency),
      ...people,
      paid: paid.get(source.id) ?? [],
      income: { minor: priced.total * people.canRenew, currency: source.currency },
      hindrance: copied ? 'copied' : (fault as CopyPreview['hindrance']),
      other: other && { id: other.id, name: other.name, startDate: other.startDate, endDate: other.endDate },
    })
  }
  return previews
}

/** Each season with what is asked for it, in the order of the call; a season named twice counts once. */
async function sourcesOf(tx: Tx, caller: OfficeCaller, seasons: readonly SeasonToCopy[]) {
  const asked = new Map(seasons.map((one) => [one.configurationId, one]))
  const rows = await lockSeasons(tx, caller, [...asked.keys()])
  return [...asked.values()].map((one) => [rows.find(({ id }) => id === one.configurationId)!, one] as const)
}

const nextOf = (source: ConfigurationRow, { price, offerStartDate }: SeasonToCopy): SeasonFields => ({
  name: {
    da: nameYearOn(source.nameTexts.da, source.startDate),
    ...(source.nameTexts.en && { en: nameYearOn(source.nameTexts.en, source.startDate) }),
  },
  benefits: source.benefits,
  series: source.series,
  ...daysYearOn(source),
  offerStartDate,
  minAge: source.minAge,
  maxAge: source.maxAge,
  price,
  vatRate: source.vatRate,
  surcharge: source.surcharge,
  combinable: source.combinable,
  isTrial: source.isTrial,
  isPassive: source.isPassive,
})

/** The copy that was made of a season, unless it was stopped. */
async function selectCopy(tx: Tx, { id }: ConfigurationRow): Promise<ConfigurationRow | null> {
  const [row] = await selectFromConfigurations(tx).where(
    and(
      eq(membershipConfigurations.copiedFrom, id),
      sql`(${membershipConfigurations.enabled} or ${membershipConfigurations.publishedAt} is null)`,
    ),
  )
  return row ?? null
}

/** The prices that the holders of seasons paid, by season, highest first. */
async function selectPaid(
  tx: Tx,
  seasons: readonly Pick<ConfigurationRow, 'id' | 'orgId'>[],
): Promise<Map<string, CopyPreview['paid']>> {
  const ids = JSON.stringify(seasons.map(({ id }) => id))
  const { rows } = await tx.execute<{ id: string; paid: CopyPreview['paid'] }>(sql`
    select id, json_agg(json_build_object('total', json_build_object('minor', total, 'currency', currency), 'holders', holders)
      order by total desc) as paid
    from (
      select terms.configuration_id as id, lines.total, orders.currency, count(*)::int as holders
      from membership_terms terms
      join order_lines lines on lines.term_id = terms.id
      join orders on orders.id = lines.order_id
      where terms.status = 'active' and terms.org_id = ${seasons[0]!.orgId}
        and terms.configuration_id in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))
      group by 1, 2, 3
    ) prices group by id`)
  return new Map(rows.map(({ id, paid }) => [id, paid]))
}

type People = Pick<CopyPreview, 'holders' | 'canRenew' | 'outgrown' | 'withoutBirthDate' | 'renewed'>

/** Counts the holders of a season by their outcome in the next one, each of them once. */
async function countPeople(tx: Tx, source: ConfigurationRow, next: SeasonFields): Promise<People> {
  const limited = next.minAge !== null || next.maxAge !== null
  const { rows } = await tx.execute<People & Record<string, unknown>>(sql`
    with holders as (
      select members.date_of_birth, exists (
        select from membership_terms later join membership_configurations held on held.id = later.configuration_id
        where later.membership_id = terms.membership_id and later.status = 'active' and later.end_date > ${source.endDate}::date
          and (not held.combinable or held.series = ${source.series})
      ) as renewed
      from membership_terms terms join members on members.id = terms.member_id
      where terms.org_id = ${source.orgId} and terms.configuration_id = ${source.id} and terms.status = 'active'
        and members.enabled and members.archived_at is null
    ), judged as (
      select renewed, date_of_birth is null and ${limited}::boolean as unknown,
        ${fitsAge(sql`next`, sql`date_of_birth`)} as fits
      from holders
      cross join (select ${next.startDate}::date as start_date, ${next.minAge}::int as min_age, ${next.maxAge}::int as max_age) next
    )
    select count(*)::int as holders,
      count(*) filter (where renewed)::int as renewed,
      count(*) filter (where not renewed and fits)::int as "canRenew",
      count(*) filter (where not renewed and not fits and not unknown)::int as outgrown,
      count(*) filter (where not renewed and unknown)::int as "withoutBirthDate"
    from judged`)
  return rows[0]!
}
