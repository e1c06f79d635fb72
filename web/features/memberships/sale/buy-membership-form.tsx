import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState } from 'react'
import type { Member } from '#contract/members/members.ts'
import { impersonates, useActingState } from '#web/api/acting/acting.ts'
import { ApiProblem } from '#web/api/client.ts'
import { config } from '#web/api/config.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { validateAddress } from '#web/features/members/address-rules.ts'
import { BillingFields, BillingSummary } from '#web/features/orders/checkout/billing-fields.tsx'
import { useKeepAddress } from '#web/features/orders/checkout/billing-part.tsx'
import { checkOut, useCheckout } from '#web/features/orders/checkout/checkout.ts'
import type { PurchaseRequest } from '#web/features/orders/checkout/order-draft.ts'
import { unpaidKey } from '#web/features/orders/queries.ts'
import { UnpaidNotice } from '#web/features/orders/unpaid/unpaid-notice.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { focusFirstError } from '#web/ui/fields/field-words.ts'
import { Panel } from '#web/ui/panel.tsx'
import {
  type BasketRow,
  billingErrors,
  type BuyValues,
  filledBilling,
  isAgreed,
  isWholeBilling,
  partsOf,
  type Shops,
} from '#web/features/orders/checkout/basket.ts'
import { m } from '#words/messages.js'
import styles from './buy-membership.module.css'
import { useReloadMemberships } from '../queries.ts'
import { CheckoutPanel } from './checkout-panel.tsx'
import { MembershipFields } from './membership-fields.tsx'
import { useBuyForm } from './use-buy-form.ts'

interface Props {
  member: Member
  /** The member's delegates; undefined while loading. */
  others: readonly Member[] | undefined
  wanted: PurchaseRequest
  shops: Shops
  ownClubs: readonly { readonly id: string }[]
  /** Called with the ids of clubs in the basket that are not among the own, joined by commas. */
  onOtherClubs: (orgIds: string) => void
}

/** One page: who, which membership, the address to pay from, consent, and Pay. */
export function BuyMembershipForm({ member, others, wanted, shops, ownClubs, onOtherClubs }: Props) {
  const cache = useQueryClient()
  const go = useNavigateTo()
  const keepAddress = useKeepAddress(member)
  const incomplete = validateAddress(member).length > 0
  const people = useMemo(() => [member, ...(others ?? [])], [member, others])
  const isTheirs = useActingState(impersonates)
  const form = useBuyForm(member, wanted, shops, isTheirs)
  const { values } = form
  const [editsBilling, setEditsBilling] = useState(incomplete)
  const formId = useId()

  const reloadMemberships = useReloadMemberships()
  const otherClubs = otherClubsOf(values.rows, ownClubs)
  useEffect(() => onOtherClubs(otherClubs), [onOtherClubs, otherClubs])
  const parts = partsOf(values.rows, shops)
  const agreed = isAgreed(values.rows, shops)
  const billing = filledBilling(values.billing, member)
  // Never closes the fields again: they must not collapse while somebody edits them.
  if (!editsBilling && !isWholeBilling(billing)) setEditsBilling(true)

  const invalidate = (outdated: boolean) => {
    void cache.invalidateQueries({ queryKey: unpaidKey })
    if (outdated) void cache.invalidateQueries({ queryKey: queryKeys.memberships })
  }
  const settled = (token: string) => void go(paths.membershipConfirm({ [`${config.productKey}token`]: token }))
  const preparesFor = isTheirs ? member.firstName : null
  const checkout = useCheckout(async (current: BuyValues) => {
    try {
      await keepAddress(current.billing)
      const result = await checkOut(
        member.id,
        { ...current, gdprAgreement: current.gdprAgreement || isAgreed(current.rows, shops) },
        partsOf(current.rows, shops).map(({ orgId, club, lines, total }) => ({
          orgId,
          club: club?.name ?? '',
          texts: club?.texts,
          lines,
          shown: total ?? lines[0]!.offer.parts.total,
        })),
      )
      if (result.kind === 'price_changed') invalidate(true)
      return result
    } catch (error) {
      invalidate(error instanceof ApiProblem && offerErrors.has(error.code))
      if (error instanceof ApiProblem && error.code === 'address_incomplete') setEditsBilling(true)
      throw error
    }
  }, settled)
  // An error of the order is shown until the form changes.
  const [sent, setSent] = useState<BuyValues | null>(null)
  const isSent = sent === values

  return (
    <>
      <UnpaidNotice
        beside={({ orgId, lines }) =>
          lines.some(
            ({ kind, memberId }) =>
              kind === 'membership' &&
              values.rows.some(
                (row) => row.orgId === orgId && row.memberId === memberId && row.membershipConfId !== '',
              ),
          )
        }
        onEnded={reloadMemberships}
      />
      <form
        id={formId}
        noValidate
        aria-label={m.title_membership_new()}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          setSent(values)
          form.onSubmit(checkout.start, () => {
            if (Object.keys(billingErrors(values.billing)).length > 0) setEditsBilling(true)
            focusFirstError(formId)
          })()
        }}
      >
        <Stack gap="md">
          <Panel title={m.buy_membership()}>
            <MembershipFields
              form={form}
              shops={shops}
              people={people}
              peopleKnown={others !== undefined}
              buyer={member}
              preselectedId={wanted.memberId}
            />
          </Panel>
          <Panel
            title={m.billing_title()}
            subtitle={editsBilling ? (incomplete ? m.billing_saved() : m.billing_explained()) : undefined}
          >
            {editsBilling ? (
              <BillingFields form={form} billing={values.billing} />
            ) : (
              <BillingSummary billing={billing} onChange={() => setEditsBilling(true)} />
            )}
          </Panel>
        </Stack>
        <CheckoutPanel
          form={form}
          parts={parts}
          people={people}
          buyerId={member.id}
          agreed={agreed}
          preparesFor={preparesFor}
          checkout={isSent ? checkout : { ...checkout, error: null, priceChanged: null }}
        />
      </form>
    </>
  )
}

const otherClubsOf = (rows: readonly BasketRow[], own: Props['ownClubs']): string =>
  [...new Set(rows.map(({ orgId }) => orgId))]
    .filter((orgId) => orgId !== '' && !own.some(({ id }) => id === orgId))
    .join(',')

/** Errors that mean that the offers are out of date. */
const offerErrors: ReadonlySet<string> = new Set([
  'configuration_not_on_sale',
  'configuration_not_found',
  'term_already_held',
  'membership_too_young',
  'membership_too_old',
  'birth_date_missing',
])
