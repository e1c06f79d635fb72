import * as z from 'zod/mini'
import { schemaResolver } from '@mantine/form'
import type { MembershipConfiguration, Organisation, PriceParts } from '#contract/organisations/organisations.ts'
import type { Money } from '#contract/values.ts'
import type { Member } from '#contract/members/members.ts'
import { Billing } from '#contract/orders/billing.ts'
import { fullName } from '#contract/members/full-name.ts'
import '#web/ui/fields/field-words.ts'
import { m } from '#words/messages.js'
import { asksBirthDate, type Closed } from '../words.ts'

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
  billing: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    addressLine1: z.string(),
    addressLine2: z.string(),
    addressLine3: z.string(),
    postCode: z.string(),
    city: z.string(),
    country: z.string(),
  }),
})
export type BuyValues = z.infer<typeof BuyValues>
export type BasketRow = BuyValues['rows'][number]

/** Null when empty or of mixed currencies. */
export function sumOf(amounts: readonly (Money | null)[]): Money | null {
  const [first] = amounts
  if (!first || amounts.some((amount) => amount?.currency !== first.currency)) return null
  return { minor: amounts.reduce((sum, amount) => sum + (amount?.minor ?? 0), 0), currency: first.currency }
}

export const totalOf = (lines: readonly { offer: { parts: PriceParts } }[]): Money | null =>
  sumOf(lines.map(({ offer }) => offer.parts.total))

/** Billing details from the profile. */
export function billingOf(member: Member): BuyValues['billing'] {
  const { email, phone, address } = member
  return {
    name: fullName(member),
    email: email ?? '',
    phone,
    addressLine1: address?.AddressLine1 ?? '',
    addressLine2: address?.AddressLine2 ?? '',
    addressLine3: address?.AddressLine3 ?? '',
    postCode: address?.PostCode ?? '',
    city: address?.City ?? '',
    country: address?.Country || 'Denmark',
  }
}

/**
 * Fills empty fields from the profile. The default country counts as empty until another part of the address is typed.
 */
export function filledBilling(typed: BuyValues['billing'], member: Member): BuyValues['billing'] {
  const fromProfile = billingOf(member)
  const addressIsEmpty = [typed.addressLine1, typed.postCode, typed.city].every((text) => text.trim() === '')
  const names = Object.keys(fromProfile) as (keyof typeof fromProfile)[]
  const filled = names.map((name) => [name, typed[name].trim() === '' ? fromProfile[name] : typed[name]])
  return {
    ...(Object.fromEntries(filled) as typeof fromProfile),
    ...(addressIsEmpty && { country: fromProfile.country }),
  }
}

export const isWholeBilling = (billing: BuyValues['billing']) => z.safeParse(Billing, billing).success

const fieldErrors = schemaResolver(Billing, { sync: true })

export function billingErrors(given: BuyValues['billing']): Record<string, string> {
  const errors = fieldErrors(given) as Record<string, string>
  if (!errors.postCode && !/^[\d\s]+$/.test(given.postCode)) errors.postCode = m.address_postcode_invalid()
  return Object.fromEntries(Object.entries(errors).map(([name, message]) => [`billing.${name}`, message]))
}

/** The error of billing details, for somebody who may not see the field. */
export const billingProblem = (errors: Record<string, unknown>): string | undefined => {
  const [first] = Object.entries(errors).flatMap(([field, words]) => (field.startsWith('billing.') ? [words] : []))
  return first === m.field_required() ? m.billing_missing() : (first as string | undefined)
}

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
