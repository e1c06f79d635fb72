import { type LineKind, lineKinds } from '#contract/order-answers.ts'
import { orderLines } from '#server/database/schema/index.ts'
import { hashToken } from '#server/database/secrets.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import type { Lines, PricedLine, SelectedLine } from './line-item-handler.ts'

/** Columns of `order_lines` that name something. */
type IdColumn = 'configurationId' | 'membershipId' | 'termId' | 'eventId' | 'categoryId' | 'entryId'

/** What orders must know of a kind of line. What happens to its lines is its handler's. */
interface KindRules<K extends LineKind> {
  /** Tells what is chosen from other kinds. */
  readonly chosenBy: keyof Lines[K]['selected']
  /** What of a choice decides what is bought and what it costs. */
  readonly pricedBy: readonly (keyof Lines[K]['selected'])[]
  /** Two choices for one person are the same wish when they share this; null: when they are of this kind. */
  readonly sameThing: (keyof Lines[K]['selected'] & keyof Lines[K]['priced'] & IdColumn) | null
  /** What a line bought. */
  readonly bought: IdColumn
  /** Its status, of a row `lines` of `order_lines`. */
  readonly boughtStatus: SQL
  /** It is bought for a season: a mail says its year, and a saved card renews it. */
  readonly isSeason: boolean
}

const kindRules: { readonly [K in LineKind]: KindRules<K> } = {
  membership: {
    chosenBy: 'membershipConfId',
    pricedBy: ['memberId', 'orgId', 'membershipConfId'],
    sameThing: null,
    bought: 'termId',
    boughtStatus: sql`(select status from membership_terms where id = lines.term_id)`,
    isSeason: true,
  },
  event: {
    chosenBy: 'eventId',
    pricedBy: ['memberId', 'eventId', 'category'],
    sameThing: 'eventId',
    bought: 'entryId',
    boughtStatus: sql`(select status from event_entries where id = lines.entry_id)`,
    isSeason: false,
  },
}

export function kindOf(line: SelectedLine): LineKind {
  const kind = lineKinds.find((one) => kindRules[one].chosenBy in line)
  if (!kind) throw new Error('What is chosen is of no kind')
  return kind
}

export const kindsOf = (lines: readonly { readonly kind: LineKind }[]): LineKind[] =>
  lineKinds.filter((kind) => lines.some((line) => line.kind === kind))

/** The kind that an order of several is numbered, settled and confirmed as: the last of `lineKinds`. */
export const leadingKind = (kinds: readonly LineKind[]): LineKind => lineKinds.findLast((kind) => kinds.includes(kind))!

/** The kind whose pages lead when money comes back: the first of `lineKinds`. */
export const firstKind = (kinds: readonly LineKind[]): LineKind => lineKinds.find((kind) => kinds.includes(kind))!

export const isSeason = (kind: LineKind): boolean => kindRules[kind].isSeason

/**
 * By this a repeated request finds its order: what is bought, in its order, and the code. Nothing else that a selection says, such as
 * an address, changes a price or makes another order.
 */
export const hashOfLines = (lines: readonly SelectedLine[], coupon: string | undefined): string =>
  hashToken(JSON.stringify([coupon ?? null, ...lines.map(priced)]))

function priced(line: SelectedLine): unknown[] {
  const kind = kindOf(line)
  return [kind, ...kindRules[kind].pricedBy.map((key) => valueOf(line, key))]
}

const valueOf = (line: SelectedLine | PricedLine, key: string) => (line as unknown as Record<string, string>)[key]!

/** What is wanted for a person. */
export interface Wanted {
  readonly kind: LineKind
  readonly memberId: string
  /** Which one; null where one of its kind is as good as another. */
  readonly thingId: string | null
}

export function wantedOf(line: SelectedLine | PricedLine): Wanted {
  const kind = 'kind' in line ? line.kind : kindOf(line)
  const key = kindRules[kind].sameThing
  return { kind, memberId: line.memberId, thingId: key && valueOf(line, key) }
}

const byKind = (of: (kind: LineKind) => SQL): SQL =>
  sql`(case lines.kind ${sql.join(
    lineKinds.map((kind) => sql`when ${sql.raw(`'${kind}'`)} then ${of(kind)}`),
    sql` `,
  )} end)`

/** Of a row `lines` of `order_lines`: which one is wanted, as `Wanted` says it. */
export const thingOfLine = byKind((kind) => {
  const key = kindRules[kind].sameThing
  return key ? sql`lines.${sql.identifier(orderLines[key].name)}` : sql`null::uuid`
})

/** Of a row `lines` of `order_lines`: the status of what it bought. */
export const statusOfBought = byKind((kind) => kindRules[kind].boughtStatus)

/** The columns of `order_lines` that name what a line bought. */
export const boughtColumns = lineKinds.map((kind) => orderLines[kindRules[kind].bought])
