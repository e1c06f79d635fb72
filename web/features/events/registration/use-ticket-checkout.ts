import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Billing } from '#contract/orders/billing.ts'
import type { TextVersions } from '#contract/organisations/texts.ts'
import type { Member } from '#contract/members/members.ts'
import { fullName } from '#contract/members/full-name.ts'
import { actingState, impersonates } from '#web/api/acting/acting.ts'
import type { useSession } from '#web/api/session/session.ts'
import { useKeepAddress, type BillingAnswer } from '#web/features/orders/checkout/billing-part.tsx'
import { checkOutAll, useCheckout } from '#web/features/orders/checkout/checkout.ts'
import { unpaidKey } from '#web/features/orders/queries.ts'
import { eventQuery } from '../queries.ts'
import { quoteQuery, quotesKey, refusalOf } from './quote.ts'
import { sentRegistration } from './registration-draft.ts'
import { isPassing } from './registration-problem.tsx'
import type { EventDetail, Registration } from './use-registration.ts'

export type TicketCheckout = ReturnType<typeof useTicketCheckout>

interface TicketCheckoutOptions {
  readonly billing: () => BillingAnswer | null
  readonly settled: (token: string) => void
  /** The club's texts that are shown. */
  readonly texts?: TextVersions | undefined
}

/** Sends a registration as one order. Errors are shown until the selection changes. */
export function useTicketCheckout(
  event: EventDetail,
  member: ReturnType<typeof useSession>['member'],
  { lines, coupon, price, isRefused }: Registration,
  { billing, settled, texts }: TicketCheckoutOptions,
) {
  const cache = useQueryClient()
  const keepAddress = useKeepAddress(member)
  const chosen = JSON.stringify([lines, coupon])
  const [sent, setSent] = useState('')
  // A code was just applied: show the price before ordering.
  const [codeTaken, setCodeTaken] = useState(false)
  const shown = isRefused ? null : (price.quote?.total ?? null)

  const invalidate = (...keys: QueryKey[]) =>
    void Promise.all([unpaidKey, ...keys].map((queryKey) => cache.invalidateQueries({ queryKey })))
  const sold = [quotesKey, eventQuery(event.id).queryKey]
  const checkout = useCheckout(async () => {
    try {
      const quote = await cache.fetchQuery(quoteQuery(lines, coupon))
      const refusal = refusalOf(quote)
      if (refusal) throw refusal
      // If the price isn't the one on screen, show it first. Free orders need no confirmation.
      if ((shown?.minor ?? 0) !== quote.total.minor)
        return { kind: 'price_changed', order: { total: quote.total } } as const
      const typed = quote.total.minor > 0 ? billing()?.billing : undefined
      if (typed) await keepAddress(typed)
      const result = await checkOutAll([
        {
          selection: {
            lines: [...lines],
            gdprAgreement: !impersonates(actingState()),
            ...(texts && { texts }),
            billing: typed ?? contactOf(member),
            ...(coupon && { coupon }),
          },
          shown: quote.total,
          sent: sentRegistration(event.id, member.id),
        },
      ])
      if (result.kind === 'price_changed' || result.kind === 'prepared') invalidate(...sold)
      return result
    } catch (error) {
      // After a network error, prices are still valid.
      if (error instanceof Error && isPassing(error)) invalidate()
      else invalidate(...sold)
      throw error
    }
  }, settled)

  const current = sent === chosen
  const discount = price.quote?.coupon?.off.minor ?? 0
  const withCode = codeTaken && !price.pending && shown && discount > 0 ? { total: shown } : null
  const newPrice = codeTaken ? withCode : checkout.priceChanged
  return {
    start: () => {
      setSent(chosen)
      setCodeTaken(false)
      checkout.start(undefined)
    },
    showPriceWith: (code: string) => {
      setSent(JSON.stringify([lines, code]))
      setCodeTaken(true)
    },
    busy: checkout.busy,
    error: current && !codeTaken ? checkout.error : null,
    priceChanged: current ? newPrice : null,
  }
}

/** Contact details for free orders, which need no address. */
const contactOf = (member: Member): Billing => ({
  name: fullName(member),
  email: member.email ?? '',
  phone: member.phone,
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
  postCode: '',
  city: '',
  country: '',
})
