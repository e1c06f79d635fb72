import * as z from 'zod/mini'
import { Email, Phone, requiredLine, singleLine } from './values.ts'

/** Who pays an order. */
export const Billing = z.object({
  name: requiredLine(120),
  email: Email,
  phone: Phone,
  addressLine1: requiredLine(50),
  addressLine2: singleLine(50),
  addressLine3: singleLine(50),
  postCode: requiredLine(16),
  city: requiredLine(50),
  country: requiredLine(60),
})
export type Billing = z.infer<typeof Billing>
