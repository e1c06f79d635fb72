import type { LocalText } from '#contract/local-text.ts'
import { sql } from '#server/database/sql.ts'

/** A price that counts before the category's own, such as early bird. */
export interface Phase {
  readonly id: string
  readonly name: LocalText
  /** Øre. */
  readonly price: number
  /** Null: members pay the category's own price for them where it is lower. */
  readonly memberPrice: number | null
  /** Until this moment; null: not limited by time. */
  readonly until: Date | null
  /** While fewer places of the category than this are taken; null: not limited by places. */
  readonly places: number | null
}

interface Prices {
  readonly price: number
  readonly memberPrice: number | null
}

interface PhasedCategory extends Prices {
  readonly phases: readonly Phase[]
  readonly sold: number
  readonly held: number
}

/** The price of a place now: of the first phase that still counts, otherwise the category's own. */
export interface CurrentPrices extends Prices {
  readonly phase: Phase | null
}

/** @param taken places that the same selection has taken before */
export function pricesAt(category: PhasedCategory, now: Date, taken = 0): CurrentPrices {
  const places = category.sold + category.held + taken
  const phase =
    category.phases.find(
      (one) => (one.until === null || one.until > now) && (one.places === null || places < one.places),
    ) ?? null
  if (!phase) return { price: category.price, memberPrice: category.memberPrice, phase }
  const isLower = category.memberPrice !== null && category.memberPrice < phase.price
  return { price: phase.price, memberPrice: phase.memberPrice ?? (isLower ? category.memberPrice : null), phase }
}

/** The price for a member or anybody else. */
export const priceFor = ({ price, memberPrice }: Prices, isMember: boolean): number =>
  isMember ? (memberPrice ?? price) : price

/** The phases of `categories`, a category of a query, in the order in which they count. */
export const phasesOfCategory = sql`
  (select coalesce(json_agg(json_build_object(
    'id', phases.id, 'name', phases.name_texts, 'price', phases.price, 'memberPrice', phases.member_price,
    'until', phases.until, 'places', phases.places) order by phases.position), '[]')
  from event_phases phases where phases.category_id = categories.id and phases.removed_at is null)`

/** A phase as a query reads it, with its moment as text. */
export type PhaseRow = Omit<Phase, 'until'> & { readonly until: string | null }

export const phaseOf = (row: PhaseRow): Phase => ({ ...row, until: row.until === null ? null : new Date(row.until) })

/** The phase that counts now for `categories`, as `phase`; joined where a query shows prices of many events. */
export const joinCurrentPhase = sql`
  left join lateral (
    select phases.price, phases.member_price from event_phases phases
    where phases.category_id = categories.id and phases.removed_at is null and (phases.until is null or phases.until > (select portal_now()))
      and (phases.places is null or phases.places > categories.sold + categories.held - (
        select count(*) from event_entries entries where entries.event_id = categories.event_id
          and entries.category_id = categories.id and entries.status = 'held' and entries.reserved_until <= (select portal_now())))
    order by phases.position limit 1
  ) phase on true`

/** With `phase` joined: as `pricesAt` has them. */
export const currentPrice = sql`coalesce(phase.price, categories.price)`
export const currentMemberPrice = sql`
  coalesce(phase.member_price, case when phase.price is null or categories.member_price < phase.price then categories.member_price end)`
