import * as z from 'zod/mini'
import type { MembershipConfiguration, Organisation, PriceParts } from '#contract/organisations/organisations.ts'
import type { Money } from '#contract/values.ts'
import { billingErrors, BillingValues } from '#web/features/orders/checkout/billing.ts'
import { sumOf } from '#web/features/orders/words.ts'
import { asksBirthDate, type Closed } from '../offer-words.ts'
import { m } from '#words/messages.js'

/** The clubs' offers, and who cannot buy them. */
export interface Shops {
  /** The family's clubs and those in the basket. */
  readonly clubs: readonly Organisation[]
  /** Undefined while loading. */
  readonly offersOf: (orgId: string) => readonly MembershipConfiguration[] | undefined
  readonly closedFor: (memberId: string, offer: MembershipConfiguration) => Closed | undefined
}

export interface BasketLine {
  readonly row: BasketRow
  readonly offer: MembershipConfiguration
}

/** The purchase from one club; becomes one order. */
export interface ClubPart {
  readonly orgId: string
  readonly club: Organisation | undefined
  readonly lines: readonly BasketLine[]
  readonly total: Money | null
}

/**
 * Only `chosen` rows are bought. `gone`: the club no longer has it. `twice`: the same as an earlier row. `unknown_age`:
 * a birth date is missing, and stops the purchase.
 */
export type RowState = 'chosen' | 'empty' | 'loading' | 'closed' | 'gone' | 'twice' | 'unknown_age'

const placeholder = 'Select Membership'

export const isPlaceholder = (offer: Pick<MembershipConfiguration, 'name'>) => offer.name.trim() === placeholder

export function stateOf(row: BasketRow, rows: readonly BasketRow[], shops: Shops): RowState {
  if (row.membershipConfId === '') return 'empty'
  const offers = shops.offersOf(row.orgId)
  if (!offers) return 'loading'
  const offer = offers.find(({ id }) => id === row.membershipConfId)
  if (!offer) return 'gone'
  if (isPlaceholder(offer)) return 'empty'
  if (shops.closedFor(row.memberId, offer)) return 'closed'
  if (asksBirthDate(offer, row.memberId)) return 'unknown_age'
  const first = rows.find((one) => one.memberId === row.memberId && one.membershipConfId === row.membershipConfId)
  return first === row ? 'chosen' : 'twice'
}

/** A missing birth date is asked for before payment; the price is known. */
const priced: ReadonlySet<RowState> = new Set(['chosen', 'unknown_age'])

/** Grouped by club, in the order in which they were chosen. */
export function partsOf(rows: readonly BasketRow[], shops: Shops): ClubPart[] {
  const lines = rows.flatMap((row): BasketLine[] => {
    if (!priced.has(stateOf(row, rows, shops))) return []
    const offer = shops.offersOf(row.orgId)?.find(({ id }) => id === row.membershipConfId)
    return offer ? [{ row, offer }] : []
  })
  return [...Map.groupBy(lines, ({ row }) => row.orgId)].map(([orgId, ofClub]) => ({
    orgId,
    club: shops.clubs.find(({ id }) => id === orgId),
    lines: ofClub,
    total: totalOf(ofClub),
  }))
}

/** Parts that cost money at clubs without a payment provider. */
export const unpayableParts = (parts: readonly ClubPart[]) =>
  parts.filter(({ club, total }) => club?.paymentProviderId === null && total?.minor !== 0)

/** Preselects the membership that the club proposes for the person, if nothing is chosen. */
export function withProposal(
  row: BasketRow,
  { offersOf, closedFor }: Pick<Shops, 'offersOf' | 'closedFor'>,
): BasketRow {
  if (row.membershipConfId !== '') return row
  const proposed = offersOf(row.orgId)?.find(({ proposedFor }) => proposedFor.includes(row.memberId))
  return proposed && !closedFor(row.memberId, proposed) ? { ...row, membershipConfId: proposed.id } : row
}

/** Form values of a purchase: who gets what in which club, and the billing details. */
export const BuyValues = z.object({
  rows: z.array(z.object({ memberId: z.string(), orgId: z.string(), membershipConfId: z.string() })),
  gdprAgreement: z.boolean(),
  autoRenewal: z.boolean(),
  billing: BillingValues,
})
export type BuyValues = z.infer<typeof BuyValues>
export type BasketRow = BuyValues['rows'][number]

export const totalOf = (lines: readonly { offer: { parts: PriceParts } }[]): Money | null =>
  sumOf(lines.map(({ offer }) => offer.parts.total))

/** Validation errors of a purchase, by field. Empty rows are ignored as long as something is chosen. */
export function buyErrors(values: BuyValues, shops: Shops): Record<string, string> {
  return {
    ...(partsOf(values.rows, shops).length === 0 && nothingChosen(values)),
    ...unknownAges(values, shops),
    ...billingErrors(values.billing),
    ...(!values.gdprAgreement && !isAgreed(values.rows, shops) && { gdprAgreement: m.buy_consent_missing() }),
  }
}

/** Whether everyone it is bought for has agreed with a membership of the club that they have. */
export function isAgreed(rows: readonly BasketRow[], shops: Shops): boolean {
  const lines = partsOf(rows, shops).flatMap((part) => part.lines)
  return lines.length > 0 && lines.every(({ row, offer }) => offer.agreedFor.includes(row.memberId))
}

/** A missing birth date blocks the purchase, so that nobody is left out by accident. */
const unknownAges = ({ rows }: BuyValues, shops: Shops): Record<string, string> =>
  Object.fromEntries(
    rows.flatMap((row, index) =>
      stateOf(row, rows, shops) === 'unknown_age' ? [[`rows.${index}.birthDate`, m.problem_birth_date_missing()]] : [],
    ),
  )

/** Shown at the first missing club, otherwise at the first membership. */
function nothingChosen({ rows }: BuyValues): Record<string, string> {
  const index = Math.max(
    0,
    rows.findIndex(({ membershipConfId }) => membershipConfId === ''),
  )
  return rows[index]?.orgId === ''
    ? { [`rows.${index}.orgId`]: m.buy_club_missing() }
    : { [`rows.${index}.membershipConfId`]: m.buy_membership_missing() }
}
