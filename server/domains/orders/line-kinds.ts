import { type LineKind, lineKinds } from '#contract/orders/answers.ts'
import type { Reader } from '#server/database/db.ts'
import { orderLines } from '#server/database/schema/index.ts'
import { hashToken } from '#server/database/secrets.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import type { Lines, PricedLine, SelectedLine } from './line-item-handler.ts'

/** Id columns of `order_lines`. */
type IdColumn = 'configurationId' | 'membershipId' | 'termId' | 'eventId' | 'categoryId' | 'entryId'

/** The facts about a kind of line that the orders domain needs; the rest is its handler's. */
interface KindRules<K extends LineKind> {
  /** The field by which a selected line of this kind is recognised. */
  readonly chosenBy: keyof Lines[K]['selected']
  /** The fields that decide what is bought and what it costs. */
  readonly pricedBy: readonly (keyof Lines[K]['selected'])[]
  /** Two selected lines for one person ask for the same thing if they share this; null: if they are of this kind. */
  readonly sameThing: (keyof Lines[K]['selected'] & keyof Lines[K]['priced'] & IdColumn) | null
  /** The column that names what a line bought. */
  readonly bought: IdColumn
  /** The status of what was bought, for a row `lines` of `order_lines`. */
  readonly boughtStatus: SQL
  /** Bought for a season: mails name its year, and a saved card renews it. */
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
  if (!kind) throw new Error('Selection has an unknown kind')
  return kind
}

export const kindsOf = (lines: readonly { readonly kind: LineKind }[]): LineKind[] =>
  lineKinds.filter((kind) => lines.some((line) => line.kind === kind))

/**
 * The kind that decides the number, the settlement job and the confirmation of a mixed order: the last of
 * `lineKinds`.
 */
export const leadingKind = (kinds: readonly LineKind[]): LineKind => lineKinds.findLast((kind) => kinds.includes(kind))!

/** The kind that decides the link in a refund's notification: the first of `lineKinds`. */
export const firstKind = (kinds: readonly LineKind[]): LineKind => lineKinds.find((kind) => kinds.includes(kind))!

export const isSeason = (kind: LineKind): boolean => kindRules[kind].isSeason

/** The number of a membership order, as people and the gateway see it. At most 20 characters. */
export const membershipOrderNumber = (orgKey: string, productKey: string, participantId: string): string =>
  `${(orgKey || productKey).slice(0, 5)}-M-${participantId.slice(-11)}`

interface Numbered {
  readonly orgKey: string
  readonly productKey: string
  readonly token: string
  readonly buyerId: string
  readonly lines: readonly PricedLine[]
}

const numbers: Record<LineKind, (order: Numbered) => string> = {
  /** Numbered after its main participant: the buyer, if they are on it. */
  membership: ({ orgKey, productKey, buyerId, lines }) =>
    membershipOrderNumber(orgKey, productKey, (lines.find((line) => line.memberId === buyerId) ?? lines[0]!).memberId),
  /** Numbered after its transaction token. */
  event: ({ token }) => `IZY-EVE-${token.slice(-12)}`,
}

/** An order is numbered by its leading kind. */
export const orderNumber = (order: Numbered): string => numbers[leadingKind(kindsOf(order.lines))](order)

/** The event whose pages the payment of these lines returns to; null: the membership pages. */
export const returnEvent = (lines: readonly PricedLine[]): string | null =>
  lines.map(eventOf).find((eventId) => eventId !== null) ?? null

function eventOf(line: PricedLine): string | null {
  switch (line.kind) {
    case 'membership':
      return null
    case 'event':
      return line.eventId
  }
}

/**
 * Identifies a repeated request: what is bought, in order, and the coupon code. Nothing else in a selection, such as
 * an address, changes a price or makes another order.
 */
export const hashOfLines = (lines: readonly SelectedLine[], coupon: string | undefined): string =>
  hashToken(JSON.stringify([coupon ?? null, ...lines.map(priced)]))

function priced(line: SelectedLine): unknown[] {
  const kind = kindOf(line)
  return [kind, ...kindRules[kind].pricedBy.map((key) => valueOf(line, key))]
}

const valueOf = (line: SelectedLine | PricedLine, key: string) => (line as unknown as Record<string, string>)[key]!

/** Something selected for a person. */
export interface RequestedItem {
  readonly kind: LineKind
  readonly memberId: string
  /** Which one; null if the person can have only one of this kind. */
  readonly thingId: string | null
}

export function requestedItem(line: SelectedLine | PricedLine): RequestedItem {
  const kind = 'kind' in line ? line.kind : kindOf(line)
  const key = kindRules[kind].sameThing
  return { kind, memberId: line.memberId, thingId: key && valueOf(line, key) }
}

const byKind = (of: (kind: LineKind) => SQL): SQL =>
  sql`(case lines.kind ${sql.join(
    lineKinds.map((kind) => sql`when ${sql.raw(`'${kind}'`)} then ${of(kind)}`),
    sql` `,
  )} end)`

/** For a row `lines` of `order_lines`: the `thingId` of `RequestedItem`. */
export const thingOfLine = byKind((kind) => {
  const key = kindRules[kind].sameThing
  return key ? sql`lines.${sql.identifier(orderLines[key].name)}` : sql`null::uuid`
})

export const statusOfBought = byKind((kind) => kindRules[kind].boughtStatus)

/** The lines of paid orders that have ended: refunded, or cancelled by their holder. */
export async function selectEndedLines(db: Reader, orderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select lines.id from order_lines lines
    where lines.order_id = any(${sql.param([...orderIds])}::uuid[]) and ${statusOfBought} = 'cancelled'`)
  return new Set(rows.map((row) => row.id))
}

export const boughtColumns = lineKinds.map((kind) => orderLines[kindRules[kind].bought])
