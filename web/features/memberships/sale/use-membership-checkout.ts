import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Member } from '#contract/members/members.ts'
import { Billing } from '#contract/orders/billing.ts'
import type { Selection } from '#contract/orders/orders.ts'
import type { TextVersions } from '#contract/organisations/texts.ts'
import { ApiProblem } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { type Purchase, usePurchase } from '#web/features/orders/checkout/checkout.ts'
import { unpaidKey } from '#web/features/orders/queries.ts'
import { type BasketLine, type BuyValues, type ClubPart, isAgreed, partsOf, type Shops } from './basket.ts'
import { sentToClub } from './basket-draft.ts'

interface MembershipCheckoutOptions {
  readonly values: BuyValues
  readonly shops: Shops
  readonly onProblem: (problem: Error) => void
  readonly onSettled: (token: string) => void
}

/** Sends a basket as one order for each club. */
export function useMembershipCheckout(member: Member, options: MembershipCheckoutOptions) {
  const { values, shops, onProblem, onSettled } = options
  const cache = useQueryClient()
  return usePurchase<BuyValues>({
    member,
    chosen: values,
    order: async (typed) => {
      const agreed = { ...typed, gdprAgreement: typed.gdprAgreement || isAgreed(typed.rows, shops) }
      return { purchases: purchasesOf(member.id, agreed, partsOf(typed.rows, shops)), address: typed.billing }
    },
    onStale: (why) => {
      if (why === 'prepared') return
      void cache.invalidateQueries({ queryKey: unpaidKey })
      if (why === 'price_changed' || (why instanceof ApiProblem && offerErrors.has(why.code)))
        void cache.invalidateQueries({ queryKey: queryKeys.memberships })
      if (why !== 'price_changed') onProblem(why)
    },
    onSettled,
  })
}

/** Errors that mean that the offers are out of date. */
const offerErrors: ReadonlySet<string> = new Set([
  'configuration_not_on_sale',
  'configuration_not_found',
  'term_already_held',
  'membership_too_young',
  'membership_too_old',
  'birth_date_missing',
])

/** The purchase from each club; several name their club. */
const purchasesOf = (memberId: string, values: BuyValues, parts: readonly ClubPart[]): Purchase[] =>
  parts.map(({ orgId, club, lines, total }) => ({
    selection: selectionOf(values, lines, club?.texts),
    shown: total ?? lines[0]!.offer.parts.total,
    sent: sentToClub(memberId, orgId),
    ...(parts.length > 1 && { club: club?.name ?? '' }),
  }))

/** The selection sent to one club. Its key order is fixed, because equal selections must be equal text. */
export function selectionOf(values: BuyValues, lines: readonly BasketLine[], texts?: TextVersions): Selection {
  return {
    lines: lines.map(({ row, offer }) => ({
      memberId: row.memberId,
      orgId: offer.orgId,
      membershipConfId: offer.id,
    })),
    gdprAgreement: values.gdprAgreement,
    ...(texts && { texts }),
    billing: z.parse(Billing, values.billing),
    ...(values.autoRenewal && { autoRenewal: true }),
  }
}
