import * as z from 'zod/mini'
import { Billing } from '#contract/billing.ts'
import type { Selection } from '#contract/orders.ts'
import type { BasketLine } from './basket.ts'
import type { BuyValues } from './buy-values.ts'

/** `membershipData` of the wire: base64 of the selection as UTF-8 JSON. */
export function encodeSelection(selection: Selection): string {
  const bytes = new TextEncoder().encode(JSON.stringify(selection))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** The selection that is sent to one club. Its parts stand in a fixed order: the same purchase is the same text. */
export function selectionOf(values: BuyValues, lines: readonly BasketLine[]): Selection {
  return {
    lines: lines.map(({ row, offer }) => ({
      memberId: row.memberId,
      orgId: offer.orgId,
      membershipConfId: offer.id,
    })),
    gdprAgreement: values.gdprAgreement,
    billing: z.parse(Billing, values.billing),
    ...(values.autoRenewal && { autoRenewal: true }),
  }
}
