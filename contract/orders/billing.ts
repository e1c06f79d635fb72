import * as z from 'zod/mini'
import { Email } from '../email.ts'
import { FULL_NAME, Phone, requiredLine, singleLine } from '../values.ts'

const contact = { name: requiredLine(FULL_NAME), email: Email, phone: Phone }

/** Who pays an order. */
export const Billing = z.object({
  ...contact,
  addressLine1: requiredLine(50),
  addressLine2: singleLine(50),
  addressLine3: singleLine(50),
  postCode: requiredLine(16),
  city: requiredLine(50),
  country: requiredLine(60),
})
export type Billing = z.infer<typeof Billing>

/** The contact of a free order. Nobody pays, so neither postal nor e-mail address is required. */
export const BillingWithoutAddress = z.pipe(
  z.object({ ...contact, email: z.union([z.literal(''), Email]) }),
  z.transform((given): Billing => ({
    ...given,
    addressLine1: '',
    addressLine2: '',
    addressLine3: '',
    postCode: '',
    city: '',
    country: '',
  })),
)
