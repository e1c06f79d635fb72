import * as z from 'zod/mini'
import type { Member } from '#contract/members.ts'
import { Billing } from '#contract/billing.ts'
import type { Selection } from '#contract/orders.ts'
import type { MembershipConfiguration, PriceParts } from '#contract/organisations.ts'
import type { Money } from '#contract/values.ts'

/** The purchase as its form holds it: one club, one row for each person, and who pays. */
export const BuyValues = z.object({
  orgId: z.string(),
  rows: z.array(z.object({ memberId: z.string(), membershipConfId: z.string() })),
  gdprAgreement: z.boolean(),
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

/** The name that stands for "nothing chosen yet" in a club's list. */
const placeholder = 'Select Membership'

export interface ChosenLine {
  memberId: string
  offer: MembershipConfiguration
}

/** The rows that are bought: those whose choice is one of the club's configurations and not the placeholder. */
export function chosenLines(
  { rows }: Pick<BuyValues, 'rows'>,
  offers: readonly MembershipConfiguration[],
): ChosenLine[] {
  return rows.flatMap(({ memberId, membershipConfId }) => {
    const offer = offers.find(({ id }) => id === membershipConfId)
    return offer && offer.name.trim() !== placeholder ? [{ memberId, offer }] : []
  })
}

export const isPlaceholder = (offer: MembershipConfiguration) => offer.name.trim() === placeholder

/** What the lines cost together; null when there are none or their currencies differ. */
export function totalOf(lines: readonly { offer: { parts: PriceParts } }[]): Money | null {
  const totals = lines.map(({ offer }) => offer.parts.total)
  const [first] = totals
  if (!first || totals.some(({ currency }) => currency !== first.currency)) return null
  return { minor: totals.reduce((sum, { minor }) => sum + minor, 0), currency: first.currency }
}

/** Who pays, as far as the profile knows. */
export function billingOf({ firstName, lastName, email, phone, address }: Member): BuyValues['billing'] {
  return {
    name: `${firstName} ${lastName}`.trim(),
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

/** What was typed stays; what is empty is taken from the profile. The country that stands there at first is not typed. */
export function filledBilling(typed: BuyValues['billing'], member: Member): BuyValues['billing'] {
  const known = billingOf(member)
  const untouched = [typed.addressLine1, typed.postCode, typed.city].every((text) => text.trim() === '')
  const names = Object.keys(known) as (keyof typeof known)[]
  const filled = names.map((name) => [name, typed[name].trim() === '' ? known[name] : typed[name]])
  return { ...(Object.fromEntries(filled) as typeof known), ...(untouched && { country: known.country }) }
}

export const isWholeBilling = (billing: BuyValues['billing']) => z.safeParse(Billing, billing).success

/** The selection that is sent. Its parts stand in a fixed order: the same purchase is the same text. */
export function selectionOf(values: BuyValues, lines: readonly ChosenLine[]): Selection {
  return {
    lines: lines.map(({ memberId, offer }) => ({ memberId, orgId: offer.orgId, membershipConfId: offer.id })),
    gdprAgreement: values.gdprAgreement,
    billing: z.parse(Billing, values.billing),
  }
}
