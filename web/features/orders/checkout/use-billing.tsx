import { Skeleton } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { Billing } from '#contract/billing.ts'
import type { Member } from '#contract/members.ts'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { BillingSummary } from '../basket/billing-summary.tsx'
import { billingOf, filledBilling, isWholeBilling, type BuyValues } from '../basket/buy-values.ts'

const BillingFields = lazy(async () => ({ default: (await import('../basket/billing-fields.tsx')).BillingFields }))

/** The part of a purchase that says who pays. */
export interface BillingForm {
  billing: BuyValues['billing']
}

/**
 * Who pays, from the profile and changed here when need be.
 * @returns check whether it is complete; what is missing is then open and marked
 */
export function useBilling(member: Member) {
  const form = useForm<BillingForm>({ mode: 'controlled', initialValues: { billing: billingOf(member) } })
  const [opened, setOpened] = useState(false)
  // The profile was completed meanwhile: it fills what is still empty here.
  const fill = useEffectEvent((known: Member) =>
    form.setFieldValue('billing', filledBilling(form.values.billing, known)),
  )
  useEffect(() => fill(member), [member])

  const { billing } = form.values
  const open = opened || !isWholeBilling(billing)
  // Once opened they stay open: they must not fold away under the hands that mend them.
  if (open && !opened) setOpened(true)
  return {
    billing,
    open: () => setOpened(true),
    check: async (): Promise<boolean> => {
      const { billingErrors } = await import('../basket/buy-check.ts')
      const errors = billingErrors(billing)
      form.setErrors(errors)
      return Object.keys(errors).length === 0
    },
    part: <BillingPart form={form} open={open} onOpen={() => setOpened(true)} />,
  }
}

interface PartProps {
  readonly form: UseFormReturnType<BillingForm>
  readonly open: boolean
  readonly onOpen: () => void
}

const BillingPart = ({ form, open, onOpen }: PartProps) => (
  <Panel title={m.billing_title()} subtitle={open ? m.billing_explained() : undefined}>
    {open ? (
      <Suspense fallback={<Skeleton height={420} radius="md" />}>
        <BillingFields form={form} />
      </Suspense>
    ) : (
      <BillingSummary billing={form.values.billing} onChange={onOpen} />
    )}
  </Panel>
)

/** Who is written to where nothing is paid. */
export const contactOf = ({ name, email, phone }: Billing): Billing => ({
  name,
  email,
  phone,
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
  postCode: '',
  city: '',
  country: '',
})
