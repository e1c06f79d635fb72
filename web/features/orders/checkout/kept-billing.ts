import * as z from 'zod/mini'
import type { Member } from '#contract/members.ts'
import { keepText, keptText } from '#web/ui/fields/use-kept-text.ts'
import { billingOf, BuyValues } from '../basket/buy-values.ts'

const nameOf = ({ id }: Member) => `billing of ${id}`

/** Who pays as it was typed before this page was loaded anew, else as the profile knows. */
export function keptBilling(member: Member): BuyValues['billing'] {
  try {
    const kept = z.safeParse(BuyValues.shape.billing, JSON.parse(keptText(nameOf(member))))
    if (kept.success) return kept.data
  } catch {
    // Nothing was typed.
  }
  return billingOf(member)
}

/** Keeps what was typed over the profile's for this tab. */
export function keepBilling(member: Member, billing: BuyValues['billing']): void {
  const text = JSON.stringify(billing)
  keepText(nameOf(member), text === JSON.stringify(billingOf(member)) ? '' : text)
}
