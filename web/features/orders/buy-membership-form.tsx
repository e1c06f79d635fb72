import { Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useEffect, useId, useMemo, useState, type ReactNode } from 'react'
import type { Member } from '#contract/members.ts'
import type { MembershipConfiguration, Organisation } from '#contract/organisations.ts'
import { ApiProblem } from '#web/api/client.ts'
import { focusFirstError } from '#web/ui/focus-first-error.ts'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { BillingSummary } from './billing-summary.tsx'
import styles from './buy-membership.module.css'
import { chosenLines, filledBilling, isWholeBilling, selectionOf, totalOf, type BuyValues } from './buy-values.ts'
import { CheckoutPanel } from './checkout-panel.tsx'
import { MembershipFields } from './membership-fields.tsx'
import type { Covered } from './offer-list.tsx'
import { useBuyForm, type Wanted } from './use-buy-form.ts'
import { useCheckout } from './use-checkout.ts'

// Most members pay as their profile says, and the checkout has time until they have chosen.
const BillingFields = lazy(async () => ({ default: (await import('./billing-fields.tsx')).BillingFields }))
const loadCheckout = () => import('./checkout.ts')

interface Props {
  member: Member
  /** For whom the member may buy besides themselves; undefined until it is known. */
  others: readonly Member[] | undefined
  wanted: Wanted
  clubs: readonly Organisation[]
  /** What the chosen club sells; undefined while that is loaded. */
  offers: readonly MembershipConfiguration[] | undefined
  onClub: (orgId: string) => void
  /** Hears for whom is bought. */
  onPeople: (memberIds: readonly string[]) => void
  coveredIn: (orgId: string, memberId: string) => Covered
  /** Why the member cannot buy yet, with the button that mends it. */
  obstacle: ReactNode
  /** A price or a sale has changed: what is on sale should be read again. */
  onOutdated: () => void
  onSettled: (token: string) => void
}

/** Chooses a membership, says who pays, and goes to the payment. */
export function BuyMembershipForm({ member, others, wanted, clubs, offers = none, onClub, ...props }: Props) {
  const { onPeople, coveredIn, obstacle, onOutdated, onSettled } = props
  const people = useMemo(() => [member, ...(others ?? [])], [member, others])
  const form = useBuyForm(member, wanted, offers)
  const { values } = form
  const [editsBilling, setEditsBilling] = useState(false)
  const formId = useId()

  useEffect(() => onClub(values.orgId), [onClub, values.orgId])
  const chosenPeople = values.rows.map(({ memberId }) => memberId).join(' ')
  useEffect(() => onPeople(chosenPeople.split(' ')), [onPeople, chosenPeople])
  useEffect(() => void loadCheckout(), [])

  const lines = chosenLines(values, offers)
  const club = clubs.find(({ id }) => id === values.orgId)
  // The profile fills the billing once it is complete; until then empty fields would only be in the way.
  const waits = Boolean(obstacle) && !editsBilling && values.billing.addressLine1 === ''
  const billing = filledBilling(values.billing, member)
  // Once opened they stay open: they must not fold away under the hands that mend them.
  if (!waits && !editsBilling && !isWholeBilling(billing)) setEditsBilling(true)

  const checkout = useCheckout(async (current: BuyValues) => {
    const chosen = chosenLines(current, offers)
    try {
      const { checkOut } = await loadCheckout()
      const result = await checkOut(selectionOf(current, chosen), totalOf(chosen)!)
      if (result.kind === 'price_changed') onOutdated()
      return result
    } catch (error) {
      if (error instanceof ApiProblem && outdated.has(error.code)) onOutdated()
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
      onSubmit={form.onSubmit(checkout.start, () => focusFirstError(formId))}
    >
      <Stack gap="lg" className={styles.main}>
        {obstacle}
        <Panel title={m.buy_what()}>
          <MembershipFields
            form={form}
            values={values}
            people={people}
            peopleKnown={others !== undefined}
            buyerId={member.id}
            wantedId={wanted.memberId}
            clubs={clubs}
            offers={offers}
            coveredFor={(memberId) => coveredIn(values.orgId, memberId)}
            loading={offers === none}
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
        club={club}
        lines={lines}
        people={people}
        checkout={checkout}
        blocked={Boolean(obstacle)}
      />
    </form>
  )
}

const none: readonly MembershipConfiguration[] = []

const outdated: ReadonlySet<string> = new Set([
  'configuration_not_on_sale',
  'configuration_not_found',
  'term_already_held',
])
