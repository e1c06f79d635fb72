import * as z from 'zod/mini'
import type { Member } from '#contract/members.ts'
import { Billing } from '#contract/billing.ts'
import type { PriceParts } from '#contract/organisations.ts'
import type { Money } from '#contract/values.ts'

/** The purchase as its form holds it: what is chosen for whom in which club, and who pays. */
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

/** Amounts together; null when there are none or their currencies differ. */
export function sumOf(amounts: readonly (Money | null)[]): Money | null {
  const [first] = amounts
  if (!first || amounts.some((amount) => amount?.currency !== first.currency)) return null
  return { minor: amounts.reduce((sum, amount) => sum + (amount?.minor ?? 0), 0), currency: first.currency }
}

/** What lines cost together. */
export const totalOf = (lines: readonly { offer: { parts: PriceParts } }[]): Money | null =>
  sumOf(lines.map(({ offer }) => offer.parts.total))

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
