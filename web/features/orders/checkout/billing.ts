import * as z from 'zod/mini'
import { schemaResolver } from '@mantine/form'
import { supportedCountry } from '#contract/members/countries.ts'
import { fullName } from '#contract/members/full-name.ts'
import type { Member } from '#contract/members/members.ts'
import { Billing } from '#contract/orders/billing.ts'
import '#web/ui/fields/field-words.ts'
import { m } from '#words/messages.js'

/** Billing details as they are typed. */
export const BillingValues = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  addressLine3: z.string(),
  postCode: z.string(),
  city: z.string(),
  country: z.string(),
})
export type BillingValues = z.infer<typeof BillingValues>

/** Billing details from the profile. */
export function billingOf(member: Member): BillingValues {
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
    // Another country cannot be chosen, and so has to be chosen again.
    country: address?.Country ? (supportedCountry(address.Country) ?? '') : 'Denmark',
  }
}

/**
 * Fills empty fields from the profile, unless nothing that has to be there is missing: they were left empty on purpose. The default country
 * counts as empty until another part of the address is typed.
 */
export function filledBilling(typed: BillingValues, member: Member): BillingValues {
  if (isWholeBilling(typed)) return typed
  const fromProfile = billingOf(member)
  const addressIsEmpty = [typed.addressLine1, typed.postCode, typed.city].every((text) => text.trim() === '')
  const names = Object.keys(fromProfile) as (keyof typeof fromProfile)[]
  const filled = names.map((name) => [name, typed[name].trim() === '' ? fromProfile[name] : typed[name]])
  return {
    ...(Object.fromEntries(filled) as typeof fromProfile),
    ...(addressIsEmpty && { country: fromProfile.country }),
  }
}

export const isWholeBilling = (billing: BillingValues) => z.safeParse(Billing, billing).success

const fieldErrors = schemaResolver(Billing, { sync: true })

export function billingErrors(given: BillingValues): Record<string, string> {
  const errors = fieldErrors(given) as Record<string, string>
  if (!errors.postCode && !/^[\d\s]+$/.test(given.postCode)) errors.postCode = m.address_postcode_invalid()
  return Object.fromEntries(Object.entries(errors).map(([name, message]) => [`billing.${name}`, message]))
}

/** The error of billing details, for somebody who may not see the field. */
export const billingProblem = (errors: Record<string, unknown>): string | undefined => {
  const [first] = Object.entries(errors).flatMap(([field, words]) => (field.startsWith('billing.') ? [words] : []))
  return first === m.field_required() ? m.billing_missing() : (first as string | undefined)
}
