import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Billing } from '#contract/billing.ts'
import type { Member } from '#contract/members.ts'
import type { useSession } from '#web/api/session/session.ts'
import type { BillingAnswer } from '#web/features/orders/checkout/billing-part.tsx'
import { checkOutAll, useCheckout } from '#web/features/orders/checkout/checkout.ts'
import { unpaidKey } from '#web/features/orders/queries.ts'
import { eventQuery } from '../queries.ts'
import { quoteQuery, quotesKey, refusalOf } from './quote.ts'
import { sentRegistration } from './registration-draft.ts'
import { isPassing } from './registration-problem.tsx'
import type { EventDetail, Registration } from './use-registration.ts'

export type TicketCheckout = ReturnType<typeof useTicketCheckout>

/** Sends a registration as one order and goes where it leads. What went wrong is said until something else is chosen. */
export function useTicketCheckout(
  event: EventDetail,
  member: ReturnType<typeof useSession>['member'],
  { lines, coupon, price, isRefused }: Registration,
  { billing, settled }: { billing: () => BillingAnswer | null; settled: (token: string) => void },
) {
  const cache = useQueryClient()
  const chosen = JSON.stringify([lines, coupon])
  const [sent, setSent] = useState('')
  // What was pressed took a code first: its price is to be seen before it is ordered.
  const [codeTaken, setCodeTaken] = useState(false)
  const shown = isRefused ? null : (price.quote?.total ?? null)

  const outdated = (...keys: QueryKey[]) =>
    void Promise.all([unpaidKey, ...keys].map((queryKey) => cache.invalidateQueries({ queryKey })))
  const sold = [quotesKey, eventQuery(event.id).queryKey]
  const checkout = useCheckout(async () => {
    try {
      const quote = await cache.fetchQuery(quoteQuery(lines, coupon))
      const refusal = refusalOf(quote)
      if (refusal) throw refusal
      // Pressed before it was priced, or before the last change was: what it costs is said first. What is free needs no yes.
      if ((shown?.minor ?? 0) !== quote.total.minor)
        return { kind: 'price_changed', order: { total: quote.total } } as const
      const result = await checkOutAll([
        {
          selection: {
            lines: [...lines],
            gdprAgreement: true,
            billing: (quote.total.minor > 0 && billing()?.billing) || contactOf(member),
            ...(coupon && { coupon }),
          },
          shown: quote.total,
          sent: sentRegistration(event.id, member.id),
        },
      ])
      if (result.kind === 'price_changed' || result.kind === 'prepared') outdated(...sold)
      return result
    } catch (error) {
      // What only failed on the way leaves the prices as they are.
      if (error instanceof Error && isPassing(error)) outdated()
      else outdated(...sold)
      throw error
    }
  }, settled)

  const current = sent === chosen
  const worth = price.quote?.coupon?.off.minor ?? 0
  const withCode = codeTaken && !price.pending && shown && worth > 0 ? { total: shown } : null
  const said = codeTaken ? withCode : checkout.priceChanged
  return {
    start: () => {
      setSent(chosen)
      setCodeTaken(false)
      checkout.start(undefined)
    },
    /** Says what it costs with a code that was only just taken, in place of what came of the last try. */
    tellPriceWith: (code: string) => {
      setSent(JSON.stringify([lines, code]))
      setCodeTaken(true)
    },
    busy: checkout.busy,
    error: current && !codeTaken ? checkout.error : null,
    priceChanged: current ? said : null,
  }
}

/** Who is written to where nothing is paid: no address is asked for. */
const contactOf = ({ firstName, lastName, email, phone }: Member): Billing => ({
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
