import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { useSession } from '#web/api/session.ts'
import { eventQuery } from '#web/features/events/queries.ts'
import { quoteQuery, quotesKey, refusalOf } from '#web/features/events/register/quote.ts'
import { sentRegistration } from '#web/features/events/register/registration-draft.ts'
import { isPassing } from '#web/features/events/register/registration-problem.tsx'
import type { EventDetail, Registration } from '#web/features/events/register/use-registration.ts'
import type { BillingAnswer } from '#web/features/orders/checkout/billing-part.tsx'
import { contactOf } from '#web/features/orders/checkout/contact.ts'
import { useCheckout } from '#web/features/orders/checkout/use-checkout.ts'
import { unpaidKey } from '#web/features/orders/unpaid/unpaid-query.ts'

const loadCheckout = () => import('#web/features/orders/checkout/checkout.ts')

/** Sends a registration as one order and goes where it leads. What went wrong is said until something else is chosen. */
export function useTicketCheckout(
  event: EventDetail,
  member: ReturnType<typeof useSession>['member'],
  { lines, coupon, price }: Registration,
  { billing, settled }: { billing: () => BillingAnswer | null; settled: (token: string) => void },
) {
  const cache = useQueryClient()
  // Without the network it could not be had any more.
  useEffect(() => void loadCheckout().catch(() => undefined), [])
  const chosen = JSON.stringify([lines, coupon])
  const [sent, setSent] = useState('')

  const outdated = (...keys: QueryKey[]) =>
    void Promise.all([unpaidKey, ...keys].map((queryKey) => cache.invalidateQueries({ queryKey })))
  const sold = [quotesKey, eventQuery(event.id).queryKey]
  const checkout = useCheckout(async () => {
    try {
      const quote = await cache.fetchQuery(quoteQuery(lines, coupon))
      const refusal = refusalOf(quote)
      if (refusal) throw refusal
      const shown = price.quote?.total ?? quote.total
      // Pressed before the last change was priced: what it costs is said first.
      if (shown.minor !== quote.total.minor) return { kind: 'price_changed', order: { total: quote.total } } as const
      const { checkOutAll } = await loadCheckout()
      const result = await checkOutAll([
        {
          selection: {
            lines: [...lines],
            gdprAgreement: true,
            billing: (quote.total.minor > 0 && billing()?.billing) || contactOf(member),
            ...(coupon && { coupon }),
          },
          shown,
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
  return {
    start: () => {
      setSent(chosen)
      checkout.start(undefined)
    },
    busy: checkout.busy,
    error: current ? checkout.error : null,
    priceChanged: current ? checkout.priceChanged : null,
  }
}
