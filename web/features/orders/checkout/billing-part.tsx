import { useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Billing } from '#contract/orders/billing.ts'
import type { Member } from '#contract/members/members.ts'
import { useErrorsInLanguage } from '#web/ui/language.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { validateAddress } from '#web/features/members/address-rules.ts'
import { defineDraft } from '#web/forms/drafts.ts'
import { m } from '#words/messages.js'
import { BillingFields, BillingSummary } from './billing-fields.tsx'
import { billingErrors, billingOf, billingProblem, BillingValues, filledBilling, isWholeBilling } from './billing.ts'

/** Billing details, when the form asks for them. */
export interface BillingAnswer {
  readonly billing: Billing
  /** The first thing that is wrong with them, in the language of now. */
  readonly problem: () => string | undefined
  /** Validates; on errors opens and marks the fields. */
  readonly check: () => boolean
}

interface Props {
  readonly member: Member
  /** Marks what is missing from the start: the form was sent before these were asked for. */
  readonly sent: boolean
  /** Called with every change, and with null on unmount. */
  readonly onChange: (answer: BillingAnswer | null) => void
}

/** Billing details from the profile, editable. */
export function BillingPart({ member, sent, onChange }: Props) {
  const form = useForm({
    mode: 'controlled',
    initialValues: { billing: savedBilling(member) },
    initialErrors: sent ? billingErrors(savedBilling(member)) : {},
    onValuesChange: (values) => saveBilling(member, values.billing),
  })
  const { billing } = form.values
  const [opened, setOpened] = useState(false)
  // Once opened the fields stay open, so that they don't collapse while being corrected.
  const open = opened || !isWholeBilling(billing)
  const [incomplete] = useState(validateAddress(member).length > 0)
  if (open && !opened) setOpened(true)

  useErrorsInLanguage(form, () => billingErrors(billing))

  // Profile changes fill fields that are still empty.
  const fill = useEffectEvent((known: Member) => form.setFieldValue('billing', filledBilling(billing, known)))
  useEffect(() => fill(member), [member])

  const notify = useEffectEvent((now: Billing | null) => {
    if (now === null) return onChange(null)
    onChange({
      billing: now,
      problem: () => billingProblem(billingErrors(now)),
      check: () => {
        const errors = billingErrors(now)
        form.setErrors(errors)
        if (Object.keys(errors).length > 0) setOpened(true)
        return Object.keys(errors).length === 0
      },
    })
  })
  useEffect(() => notify(billing), [billing])
  useEffect(() => () => notify(null), [])

  return (
    <Panel
      title={m.billing_title()}
      subtitle={open ? (incomplete ? m.billing_saved() : m.billing_explained()) : undefined}
    >
      {open ? (
        <BillingFields form={form} billing={billing} />
      ) : (
        <BillingSummary billing={billing} onChange={() => setOpened(true)} />
      )}
    </Panel>
  )
}

const billingDraft = defineDraft({ key: 'draft billing of', schema: BillingValues, lifetime: 'tab' })

/** Details typed before a reload, otherwise those of the profile. */
export const savedBilling = (member: Member): BillingValues => billingDraft.load(member.id) ?? billingOf(member)

/** Saves typed details; details equal to the profile are removed. */
export function saveBilling(member: Member, billing: BillingValues): void {
  if (JSON.stringify(billing) === JSON.stringify(billingOf(member))) billingDraft.clear(member.id)
  else billingDraft.save(member.id, billing)
}
