import { EligibilityRule } from '#contract/events/answers.ts'
import { textsIn } from '#contract/local-text.ts'
import type { Quote, QuotedLine } from '#contract/orders/orders.ts'
import type { Language } from '#contract/values.ts'
import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import { DEFAULT_CURRENCY, selectOrganisation, sells } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { partsOfLine } from '../present.ts'
import { type Basket, isPriced, organisationOf, priceLines } from '../line-items.ts'
import type { PricedLine, RefusedLine, LineItemHandlers } from '../line-item-handler.ts'

/**
 * Quotes in its own transaction. A coupon never makes it fail: after too many wrong guesses the quote leaves it out.
 */
export async function quoteSelection(
  handlers: LineItemHandlers,
  db: Db,
  buyer: MemberActor,
  basket: Basket,
): Promise<Quote> {
  const quote = (one: Basket) => inTransaction(db, (tx) => quoteOrder(handlers, tx, buyer, one))
  const { coupon, ...rest } = basket
  if (!coupon) return quote(basket)
  const isMiss = (answer: Quote) => answer.coupon?.problem === 'coupon_not_valid'
  try {
    return await handlers.coupons.limitGuesses(db, buyer, () => quote(basket), isMiss)
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'too_many_requests')) throw error
    const without = await quote(rest)
    const off = { ...without.total, minor: 0 }
    return { ...without, coupon: { code: coupon, name: '', off, problem: 'too_many_requests' } }
  }
}

/** Prices a selection and reports refusals by the same rules as an order. Reserves nothing. */
export async function quoteOrder(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  buyer: MemberActor,
  basket: Basket,
): Promise<Quote> {
  organisationOf(basket.lines)
  const answers = await priceLines(lineHandlers, tx, buyer, basket.lines)
  const priced = answers.filter(isPriced)
  if (new Set(priced.map((line) => line.orgId)).size > 1) throw new Problem('one_organisation_per_order')
  const [first] = priced
  if (first && !sells((await selectOrganisation(tx, first.orgId)).state)) throw new Problem('club_paused')
  const found =
    basket.coupon && priced.length > 0
      ? await lineHandlers.coupons.discount(tx, buyer, basket.coupon, priced, basket.lines)
      : null
  const discount = found instanceof Problem ? null : found
  const cheaper = new Map(priced.map((line, at) => [line, discount?.lines[at] ?? line]))
  const lines = answers.map((answer) => (isPriced(answer) ? cheaper.get(answer)! : answer))
  const currency = lines.find((line) => line.currency !== null)?.currency ?? DEFAULT_CURRENCY
  const sum = (of: (line: PricedLine) => number) => ({
    minor: lines.filter(isPriced).reduce((all, line) => all + of(line), 0),
    currency,
  })
  return {
    lines: lines.map((line) => presentQuoted(line, buyer.via.language)),
    coupon: found && {
      code: discount?.code ?? basket.coupon!,
      ...textsIn({ name: discount?.name ?? { da: '' } }, buyer.via.language),
      off: sum((line) => line.discount),
      problem: found instanceof Problem ? couponProblem(found) : null,
    },
    total: sum((line) => line.total),
  }
}

function couponProblem(problem: Problem): 'coupon_not_valid' | 'coupon_used_up' {
  if (problem.code === 'coupon_not_valid' || problem.code === 'coupon_used_up') return problem.code
  throw problem
}

function presentQuoted(line: PricedLine | RefusedLine, language: Language): QuotedLine {
  const { kind, memberId, memberName, titleTexts } = line
  const facts = { kind, memberId, memberName, ...textsIn({ title: titleTexts }, language) }
  if (isPriced(line)) {
    const priceKind = 'priceKind' in line ? line.priceKind : null
    return { ...facts, parts: partsOfLine(line, line.currency), priceKind, refusal: null }
  }
  const { code } = line.refusal
  const data = line.refusal.options.data ?? null
  const rule = EligibilityRule.safeParse({ ...data, code })
  return { ...facts, parts: null, priceKind: null, refusal: { code, gate: rule.success ? rule.data : null, data } }
}
