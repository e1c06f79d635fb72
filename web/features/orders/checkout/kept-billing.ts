import * as z from 'zod/mini'
import type { Member } from '#contract/members.ts'
import { parseKept } from '#web/api/kept/kept-value.ts'
import { keepText, keptText } from '#web/api/kept/use-kept-text.ts'
import { billingOf, BuyValues } from './buy-values.ts'

const isBilling = (value: unknown): value is BuyValues['billing'] => z.safeParse(BuyValues.shape.billing, value).success

const nameOf = ({ id }: Member) => `billing of ${id}`

/** Who pays as it was typed before this page was loaded anew, else as the profile knows. */
export function keptBilling(member: Member): BuyValues['billing'] {
  return parseKept(keptText(nameOf(member)), isBilling) ?? billingOf(member)
}

/** Keeps what was typed over the profile's for this tab. */
export function keepBilling(member: Member, billing: BuyValues['billing']): void {
  const text = JSON.stringify(billing)
  keepText(nameOf(member), text === JSON.stringify(billingOf(member)) ? '' : text)
}
