import type { LineByHand, QuoteByHand } from '#contract/orders/by-hand.ts'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { peopleOf } from '#server/domains/members/index.ts'
import { memberItself, type OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import type { LineItemHandlers, PricedLine, RefusedLine, SelectedLine } from '../line-item-handler.ts'
import { isPriced, priceLines } from '../line-items.ts'

/** Somebody of the club's register, or of the family of one; whoever gets the order for them. Throws `not_found`. */
export async function findBuyer(tx: Tx, orgId: string, memberId: string): Promise<{ readonly buyerId: string }> {
  const [person] = await peopleOf(tx, orgId, sql`people.id = ${memberId}::uuid`)
  if (!person) throw new Problem('not_found')
  return { buyerId: person.parentId ?? person.id }
}

/** Prices what an office adds for somebody, by the rules: those of when and to whom something is sold are only named. */
export const priceByHand = (
  lineHandlers: LineItemHandlers,
  tx: Tx,
  orgId: string,
  {
    memberId,
    buyerId,
    lines,
  }: { readonly memberId: string; readonly buyerId: string; readonly lines: readonly LineByHand[] },
): Promise<(PricedLine | RefusedLine)[]> =>
  priceLines(
    lineHandlers,
    tx,
    memberItself(buyerId),
    lines.map((line) => selectedOf(line, memberId, orgId)),
    { byHand: true },
  )

const selectedOf = (line: LineByHand, memberId: string, orgId: string): SelectedLine =>
  'eventId' in line
    ? { memberId, eventId: line.eventId, category: line.category.toLowerCase() }
    : { memberId, orgId, membershipConfId: line.membershipConfId }

/** Prices lines for somebody, and says why one cannot be sold. */
export function quoteByHand(
  lineHandlers: LineItemHandlers,
  db: Db,
  { organisation: { id: orgId } }: OfficeCaller,
  { memberId, lines }: { readonly memberId: string; readonly lines: readonly LineByHand[] },
): Promise<QuoteByHand> {
  return inTransaction(db, async (tx) => {
    const { buyerId } = await findBuyer(tx, orgId, memberId)
    const answers = await priceByHand(lineHandlers, tx, orgId, { memberId, buyerId, lines })
    return { lines: answers.map((answer) => present(orgId, answer)) }
  })
}

function present(orgId: string, answer: PricedLine | RefusedLine): QuoteByHand['lines'][number] {
  if (!isPriced(answer)) {
    const { code, options } = answer.refusal
    return refused(answer.kind, answer.titleTexts.da, code, options.data ?? null)
  }
  if (answer.orgId !== orgId) return refused(answer.kind, '', 'event_not_found', null)
  const { kind, title, total, currency, overrules = [] } = answer
  const supersedes = answer.kind === 'membership' ? answer.supersedes : undefined
  return {
    kind,
    title,
    price: { minor: total, currency },
    overrules: [...overrules],
    ...(supersedes && { supersedes }),
    refusal: null,
  }
}

const refused = (kind: PricedLine['kind'], title: string, code: string, data: Record<string, unknown> | null) =>
  ({ kind, title, price: null, overrules: [], refusal: { code, data } }) as QuoteByHand['lines'][number]

/** The line at another price, in øre with its VAT. */
export function atPrice<L extends PricedLine>(line: L, total: number): L {
  if (total === line.total) return line
  const vat = line.vatRate < 1 ? 0 : total - Math.round((total * 100) / (100 + line.vatRate))
  return { ...line, price: total - vat, vat, surcharge: 0, discount: 0, total }
}
