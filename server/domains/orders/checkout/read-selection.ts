import type * as z from 'zod/mini'
import { countryNumber } from '#contract/members/countries.ts'
import type { Billing } from '#contract/orders/billing.ts'
import { Selection } from '#contract/orders/orders.ts'
import { Problem } from '#server/http/problem.ts'
import { organisationOf } from '../line-items.ts'

/**
 * Reads `membershipData`: base64 of JSON. Prices and statuses in it are ignored.
 * @param forAnother made by an administrator, who cannot agree for the member
 */
export function readSelection(membershipData: string, { forAnother = false } = {}): Selection {
  const result = Selection.safeParse(decodeSelection(membershipData))
  if (!result.success) throw new Problem('selection_invalid', { errors: fieldErrors(result.error) })
  const selection = result.data
  if (selection.lines.length === 0) throw new Problem('selection_empty')
  if (!selection.gdprAgreement && !forAnother) throw new Problem('consent_required')
  organisationOf(selection.lines)

  const wrong = hasAddress(selection) ? addressErrors(selection.billing) : []
  if (wrong.length > 0) throw new Problem('address_incomplete', { errors: wrong })
  return selection
}

/** Why no card may be charged for an address. */
export const addressErrors = ({ addressLine1, city, country, postCode }: Billing) => [
  ...(addressLine1 === '' ? [{ path: 'billing.addressLine1', message: 'missing' }] : []),
  ...(city === '' ? [{ path: 'billing.city', message: 'missing' }] : []),
  ...(countryNumber(country) === null ? [{ path: 'billing.country', message: 'unsupported' }] : []),
  ...(/^\d+$/.test(postCode.replace(/\s/g, '')) ? [] : [{ path: 'billing.postCode', message: 'digits only' }]),
]

/** No address is required when there is nothing to pay. */
export const hasAddress = ({ billing }: Pick<Selection, 'billing'>): boolean => billing.addressLine1 !== ''

/** The only decoder of `membershipData`. Throws `selection_invalid`. */
export function decodeSelection(base64: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64')))
  } catch {
    throw new Problem('selection_invalid')
  }
}

const fieldErrors = (error: z.core.$ZodError) =>
  error.issues.slice(0, 50).map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
