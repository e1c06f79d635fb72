import { Skeleton, Stack, Text } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useId, useMemo, useState } from 'react'
import type { Member } from '#contract/members.ts'
import { ApiProblem } from '#web/api/client.ts'
import { focusFirstError } from '#web/ui/fields/focus-first-error.ts'
import { Panel } from '#web/ui/panel.tsx'
import {
  type BasketRow,
  type BuyValues,
  filledBilling,
  isWholeBilling,
  partsOf,
  type Shops,
} from '#web/features/orders/checkout/basket.ts'
import { useCheckout } from '#web/features/orders/checkout/use-checkout.ts'
import { lazyPart } from '#web/ui/loading/lazy-part.tsx'
import { m } from '#words/messages.js'
import { BillingSummary } from './basket-parts.tsx'
import styles from './buy-membership.module.css'
import { CheckoutPanel } from './checkout-panel.tsx'
import { MembershipFields } from './membership-fields.tsx'
import { readyCheck, useBuyForm, type Wanted } from './use-buy-form.ts'

// Most members pay as their profile says, and the checkout has time until they have chosen.
const BillingFields = lazyPart(
  async () => (await import('#web/features/orders/checkout/billing-fields.tsx')).BillingFields,
)
const loadCheckout = async () =>
  (await Promise.all([import('#web/features/orders/checkout/checkout.ts'), readyCheck()]))[0]

interface Props {
  member: Member
  /** For whom the member may buy besides themselves; undefined until it is known. */
  others: readonly Member[] | undefined
  /** People for whom nothing can be bought yet, and why. */
  unapproved: ReactNode
  wanted: Wanted
  shops: Shops
  /** Hears for whom is bought in which clubs. */
  onRows: (rows: readonly BasketRow[]) => void
  /** Why the member cannot buy yet, with the button that mends it. */
  obstacle: ReactNode
  /** The payment was not opened; `outdated`: because of what is on sale, which should be read again. */
  onFailed: (outdated: boolean) => void
  onSettled: (token: string) => void
}

/** Chooses memberships, says who pays, and goes to the payment. */
export function BuyMembershipForm({ member, others, unapproved, wanted, shops, ...props }: Props) {
  const { onRows, obstacle, onFailed, onSettled } = props
  const people = useMemo(() => [member, ...(others ?? [])], [member, others])
  const form = useBuyForm(member, wanted, shops)
  const { values } = form
  const [editsBilling, setEditsBilling] = useState(false)
  const formId = useId()

  useEffect(() => onRows(values.rows), [onRows, values.rows])
  useEffect(() => {
    // Why a payment could not be opened is said without network, too.
    for (const part of [loadCheckout(), import('#web/features/orders/checkout/checkout-problems.tsx')])
      void part.catch(() => undefined)
  }, [])

  const parts = partsOf(values.rows, shops)
  // The profile fills the billing once it is complete; until then empty fields would only be in the way.
  const waits = Boolean(obstacle) && !editsBilling && values.billing.addressLine1 === ''
  const billing = filledBilling(values.billing, member)
  // Once opened they stay open: they must not fold away under the hands that mend them.
  if (!waits && !editsBilling && !isWholeBilling(billing)) setEditsBilling(true)

  const checkout = useCheckout(async (current: BuyValues) => {
    const { checkOut } = await loadCheckout()
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
      if (result.kind === 'price_changed') onFailed(true)
      return result
    } catch (error) {
      onFailed(error instanceof ApiProblem && outdated.has(error.code))
      if (error instanceof ApiProblem && error.code === 'address_incomplete') setEditsBilling(true)
      throw error
    }
  }, onSettled)

  return (
    <form
      id={formId}
      noValidate
      aria-label={m.title_membership_new()}
      className={styles.columns}
      onSubmit={(event) => {
        event.preventDefault()
        // Without what checks it the checkout says that it could not be opened.
        const send = form.onSubmit(checkout.start, () => focusFirstError(formId))
        void readyCheck().then(
          () => send(),
          () => send(),
        )
      }}
    >
      <Stack gap="lg" className={styles.main}>
        {obstacle}
        <Panel title={m.buy_membership()}>
          <MembershipFields
            form={form}
            shops={shops}
            people={people}
            peopleKnown={others !== undefined}
            buyerId={member.id}
            wantedId={wanted.memberId}
            unapproved={unapproved}
          />
        </Panel>
        <Panel title={m.billing_title()} subtitle={editsBilling ? m.billing_explained() : undefined}>
          {waits ? (
            <Text c="dimmed">{m.billing_waits()}</Text>
          ) : editsBilling ? (
            <Suspense fallback={<Skeleton height={420} radius="md" />}>
              <BillingFields form={form} />
            </Suspense>
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
        blocked={Boolean(obstacle)}
      />
    </form>
  )
}

const outdated: ReadonlySet<string> = new Set([
  'configuration_not_on_sale',
  'configuration_not_found',
  'term_already_held',
  'membership_too_young',
  'membership_too_old',
  'birth_date_missing',
])
