import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { PersonName } from '../members/members.ts'
import { Id, integer, Moment, text } from '../values.ts'

/** A club's key at the card gateway, as typed: spaces around it are left out. */
export const GatewayKey = text(300).check(z.trim(), z.regex(/^[\x21-\x7e]{16,200}$/))

export const TypedKey = z.object({ key: GatewayKey })

/** How a club is paid, as its office sees it. The key itself is never sent. */
export const PaymentSettings = z.object({
  /** Null until a key is set. */
  key: z.nullable(
    z.object({
      /** Its last four characters; null where a command of an older version set it. */
      hint: z.nullable(text(4)),
      at: z.nullable(Moment),
      /** Null where a command set it. */
      by: z.nullable(PersonName),
    }),
  ),
  /** Only the operator changes it. */
  testMode: z.boolean(),
  /** Where the money goes, as the gateway said of a payment; null before the first one. */
  merchant: z.nullable(z.object({ number: text(40), acquirer: z.nullable(integer()) })),
  /** The payments go to another merchant than before, and nobody has said that this is right. */
  changed: z.nullable(z.object({ before: text(40), at: Moment })),
})
export type PaymentSettings = z.infer<typeof PaymentSettings>

const ofClub = z.object({ orgId: Id })

export const paymentKey = {
  show: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/settings/payment/item`,
    summary: 'How a club is paid: who set the key, and where the money goes',
    params: ofClub,
    output: PaymentSettings,
    errors: ['organisation_not_found'],
  }),
  set: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/settings/payment/key`,
    summary: "Sets a club's key after trying it at the gateway; it is never shown again",
    params: ofClub,
    body: TypedKey,
    output: PaymentSettings,
    errors: ['organisation_not_found', 'gateway_key_refused', 'payment_gateway_unavailable', 'payment_gateway_refused'],
  }),
  confirmMerchant: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/settings/payment/merchant`,
    summary: 'Says that the merchant number of the payments is right',
    params: ofClub,
    body: z.object({ merchant: text(40) }),
    output: PaymentSettings,
    errors: ['organisation_not_found'],
  }),
}
