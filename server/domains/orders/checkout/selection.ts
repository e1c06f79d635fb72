import type * as z from 'zod/mini'
import { Selection } from '#contract/orders.ts'
import { Problem } from '#server/http/problem.ts'
import { countryNumber } from '#contract/countries.ts'
import { organisationOf } from './price-basket.ts'

/** Reads `membershipData`: base64 of JSON. Everything in it is the buyer's wish; prices and states are not read. */
export function readSelection(membershipData: string): Selection {
  const result = Selection.safeParse(decodeSelection(membershipData))
  if (!result.success) throw new Problem('selection_invalid', { errors: fieldErrors(result.error) })
  const selection = result.data
  if (selection.lines.length === 0) throw new Problem('selection_empty')
  if (!selection.gdprAgreement) throw new Problem('consent_required')
  organisationOf(selection.lines)

  if (!hasAddress(selection)) return selection
  const wrong = []
  if (countryNumber(selection.billing.country) === null) wrong.push({ path: 'billing.country', message: 'unsupported' })
  if (!/^\d+$/.test(selection.billing.postCode.replace(/\s/g, '')))
    wrong.push({ path: 'billing.postCode', message: 'digits only' })
  if (wrong.length > 0) throw new Problem('address_incomplete', { errors: wrong })
  return selection
}

/** Whoever pays nothing says no address. */
export const hasAddress = ({ billing }: Pick<Selection, 'billing'>): boolean => billing.addressLine1 !== ''

/** The one way in which `membershipData` is read, by whoever looks into it. Throws what an unreadable one is refused with. */
export function decodeSelection(base64: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64')))
  } catch {
    throw new Problem('selection_invalid')
  }
}

const fieldErrors = (error: z.core.$ZodError) =>
  error.issues.slice(0, 50).map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
