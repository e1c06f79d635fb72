import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventDetail } from '#contract/events/answers.ts'
import type { Billing } from '#contract/orders/billing.ts'
import type { Answers } from '#contract/events/questions.ts'
import type { TextVersions } from '#contract/organisations/texts.ts'
import type { Member } from '#contract/members/members.ts'
import { fullName } from '#contract/members/full-name.ts'
import { actingState, impersonates } from '#web/api/acting/acting.ts'
import type { useSession } from '#web/api/session/session.ts'
import type { BillingAnswer } from '#web/features/orders/checkout/billing-part.tsx'
import { isPassing, usePurchase } from '#web/features/orders/checkout/checkout.ts'
import { unpaidKey } from '#web/features/orders/queries.ts'
import { eventQuery } from '../queries.ts'
import { questionsQuery } from '../questions/queries.ts'
import { quoteQuery, quotesKey, refusalOf } from './quote.ts'
import { sentRegistration } from './registration-draft.ts'
import type { Registration } from './use-registration.ts'

export type TicketCheckout = ReturnType<typeof useTicketCheckout>

interface TicketCheckoutOptions {
  readonly billing: () => BillingAnswer | null
  readonly settled: (token: string) => void
  /** Answers to the event's questions of the nth place. */
  readonly answersAt?: (index: number) => Answers
  /** The club's texts that are shown. */
  readonly texts?: TextVersions | undefined
}

/** Sends a registration as one order. */
export function useTicketCheckout(
  event: EventDetail,
  member: ReturnType<typeof useSession>['member'],
  { lines, coupon, price, isRefused }: Registration,
  { billing, settled, texts, answersAt = () => ({}) }: TicketCheckoutOptions,
) {
  const cache = useQueryClient()
  const memberships = lines.filter((line) => !('eventId' in line)).length
  const answered = lines.map((line, at) => {
    const answers = 'eventId' in line ? answersAt(at - memberships) : {}
    return Object.keys(answers).length > 0 ? { ...line, answers } : line
  })
  const chosen = JSON.stringify([answered, coupon])
  // The selection with a code that was just applied: its price is shown before ordering.
  const [withCode, setWithCode] = useState<string | null>(null)
  const shown = isRefused ? null : (price.quote?.total ?? null)
  const purchase = usePurchase({
    member,
    chosen,
    order: async () => {
      const quote = await cache.fetchQuery(quoteQuery(lines, coupon))
      const refusal = refusalOf(quote)
      if (refusal) throw refusal
      // If the price isn't the one on screen, show it first. Free orders need no confirmation.
      if ((shown?.minor ?? 0) !== quote.total.minor) return { total: quote.total }
      const typed = quote.total.minor > 0 ? billing()?.billing : undefined
      const selection = {
        lines: answered,
        gdprAgreement: !impersonates(actingState()),
        ...(texts && { texts }),
        billing: typed ?? contactOf(member),
        ...(coupon && { coupon }),
      }
      const sent = sentRegistration(event.id, member.id)
      return { purchases: [{ selection, shown: quote.total, sent }], address: typed ?? null }
    },
    onStale: (why) => {
      // After a network error, prices are still valid.
      const sold =
        why instanceof Error && isPassing(why)
          ? []
          : [quotesKey, eventQuery(event.id).queryKey, questionsQuery(event.id).queryKey]
      for (const queryKey of [unpaidKey, ...sold]) void cache.invalidateQueries({ queryKey })
    },
    onSettled: settled,
  })
  const discount = price.quote?.coupon?.off.minor ?? 0
  return {
    start: () => {
      setWithCode(null)
      purchase.start(undefined)
    },
    showPriceWith: (code: string) => setWithCode(JSON.stringify([answered, code])),
    busy: purchase.busy,
    ...(withCode === null
      ? { error: purchase.error, priceChanged: purchase.priceChanged }
      : {
          error: null,
          priceChanged: withCode === chosen && !price.pending && shown && discount > 0 ? { total: shown } : null,
        }),
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
