import type { Billing } from '#contract/billing.ts'
import type { Member } from '#contract/members.ts'

/** Who is written to where nothing is paid: no address is asked for. */
export const contactOf = ({ firstName, lastName, email, phone }: Member): Billing => ({
  name: `${firstName} ${lastName}`.trim(),
  email: email ?? '',
  phone,
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
  postCode: '',
  city: '',
  country: '',
})
