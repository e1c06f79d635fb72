import { Stack } from '@mantine/core'
import { useEffect, useId, useMemo, useState } from 'react'
import type { Member } from '#contract/members/members.ts'
import { impersonates, useActingState } from '#web/api/acting/acting.ts'
import { ApiProblem } from '#web/api/client.ts'
import { config } from '#web/api/config.ts'
import { validateAddress } from '#web/features/members/address-rules.ts'
import { BillingFields, BillingSummary } from '#web/features/orders/checkout/billing-fields.tsx'
import { UnpaidNotice } from '#web/features/orders/unpaid/unpaid-notice.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { focusFirstError } from '#web/ui/fields/field-words.ts'
import { Panel } from '#web/ui/panel.tsx'
import { billingErrors, filledBilling, isWholeBilling } from '#web/features/orders/checkout/billing.ts'
import { callName } from '#contract/members/full-name.ts'
import { m } from '#words/messages.js'
import styles from './buy-membership.module.css'
import { useReloadMemberships } from '../queries.ts'
import { CheckoutPanel } from './checkout-panel.tsx'
import { MembershipFields } from './membership-fields.tsx'
import { type BasketRow, isAgreed, partsOf, type Shops } from './basket.ts'
import type { PurchaseRequest } from './basket-draft.ts'
import { useBuyForm } from './use-buy-form.ts'
import { useMembershipCheckout } from './use-membership-checkout.ts'

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
  const go = useNavigateTo()
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

  const preparesFor = isTheirs ? callName(member) : null
  const checkout = useMembershipCheckout(member, {
    values,
    shops,
    onProblem: (problem) => {
      if (problem instanceof ApiProblem && problem.code === 'address_incomplete') setEditsBilling(true)
    },
    onSettled: (token) => void go(paths.membershipConfirm({ [`${config.productKey}token`]: token })),
  })

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
          checkout={checkout}
        />
      </form>
    </>
  )
}

const otherClubsOf = (rows: readonly BasketRow[], own: Props['ownClubs']): string =>
  [...new Set(rows.map(({ orgId }) => orgId))]
    .filter((orgId) => orgId !== '' && !own.some(({ id }) => id === orgId))
    .join(',')
