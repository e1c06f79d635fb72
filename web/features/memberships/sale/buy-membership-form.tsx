import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState } from 'react'
import type { Member } from '#contract/members.ts'
import { ApiProblem } from '#web/api/client.ts'
import { config } from '#web/api/config.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { validateAddress } from '#web/features/members/address-rules.ts'
import { MissingPanel } from '#web/features/members/missing-panel.tsx'
import { ProfileDialog } from '#web/features/members/profile-dialog.tsx'
import { BillingFields, BillingSummary } from '#web/features/orders/checkout/billing-fields.tsx'
import { checkOut, useCheckout } from '#web/features/orders/checkout/checkout.ts'
import { unpaidKey } from '#web/features/orders/queries.ts'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { focusFirstError } from '#web/ui/fields/field-words.ts'
import page from '#web/ui/page.module.css'
import { Panel } from '#web/ui/panel.tsx'
import {
  type BasketRow,
  type BuyValues,
  filledBilling,
  isWholeBilling,
  partsOf,
  type Shops,
} from '#web/features/orders/checkout/basket.ts'
import { m } from '#words/messages.js'
import { CheckoutPanel } from './checkout-panel.tsx'
import { MembershipFields } from './membership-fields.tsx'
import { useBuyForm, type Wanted } from './use-buy-form.ts'

interface Props {
  member: Member
  /** The member's delegates; undefined while loading. */
  others: readonly Member[] | undefined
  wanted: Wanted
  shops: Shops
  /** Called with the rows whenever they change. */
  onRows: (rows: readonly BasketRow[]) => void
}

/** Choice of memberships, billing and checkout. */
export function BuyMembershipForm({ member, others, wanted, shops, onRows }: Props) {
  const cache = useQueryClient()
  const go = useNavigateTo()
  const [editsProfile, profile] = useDisclosure(false)
  const incomplete = validateAddress(member).length > 0
  const people = useMemo(() => [member, ...(others ?? [])], [member, others])
  const form = useBuyForm(member, wanted, shops)
  const { values } = form
  const [editsBilling, setEditsBilling] = useState(false)
  const formId = useId()

  useEffect(() => onRows(values.rows), [onRows, values.rows])
  const parts = partsOf(values.rows, shops)
  // A completed profile fills in the billing address, so its fields stay hidden until then.
  const waitsForProfile = incomplete && !editsBilling && values.billing.addressLine1 === ''
  const billing = filledBilling(values.billing, member)
  // Never closes the fields again: they must not collapse while somebody edits them.
  if (!waitsForProfile && !editsBilling && !isWholeBilling(billing)) setEditsBilling(true)

  const invalidate = (outdated: boolean) => {
    void cache.invalidateQueries({ queryKey: unpaidKey })
    if (outdated) void cache.invalidateQueries({ queryKey: queryKeys.memberships })
  }
  const settled = (token: string) => void go(paths.membershipConfirm({ [`${config.productKey}token`]: token }))
  const checkout = useCheckout(async (current: BuyValues) => {
    try {
      const result = await checkOut(
        current,
        partsOf(current.rows, shops).map(({ orgId, club, lines, total }) => ({
          orgId,
          club: club?.name ?? '',
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

  return (
    <>
      <form
        id={formId}
        noValidate
        aria-label={m.title_membership_new()}
        className={page.columns ?? ''}
        onSubmit={(event) => {
          event.preventDefault()
          form.onSubmit(checkout.start, () => focusFirstError(formId))()
        }}
      >
        <Stack gap="lg">
          {incomplete && (
            <MissingPanel
              member={member}
              action={<Button onClick={profile.open}>{m.address_notice_edit()}</Button>}
              onlyRequired
            />
          )}
          <Panel title={m.buy_membership()}>
            <MembershipFields
              form={form}
              shops={shops}
              people={people}
              peopleKnown={others !== undefined}
              buyer={member}
              wantedId={wanted.memberId}
            />
          </Panel>
          <Panel title={m.billing_title()} subtitle={editsBilling ? m.billing_explained() : undefined}>
            {waitsForProfile ? (
              <Text c="dimmed">{m.billing_waits()}</Text>
            ) : editsBilling ? (
              <BillingFields form={form} />
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
          checkout={checkout}
          blocked={incomplete}
        />
      </form>
      <ProfileDialog member={member} opened={editsProfile} onClose={profile.close} />
    </>
  )
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
