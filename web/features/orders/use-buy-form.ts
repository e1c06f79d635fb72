import { useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Member } from '#contract/members.ts'
import type { MembershipConfiguration } from '#contract/organisations.ts'
import { buyErrors } from './buy-check.ts'
import { billingOf, BuyValues, filledBilling } from './buy-values.ts'
import { keepDraft, openDraft } from './order-draft.ts'

/** The choice that the address of the page names. */
export interface Wanted {
  orgId?: string | undefined
  membershipConfId?: string | undefined
  /** For whom, where that is not the buyer. */
  memberId?: string | undefined
}

interface Kept {
  wanted: Wanted
  form: BuyValues
}

/** What is in the form at first: the kept draft, unless the page was opened for another choice than it began with. */
function initialValues(member: Member, wanted: Wanted): BuyValues {
  const kept = openDraft<Kept>(member.id).values
  const draft = BuyValues.safeParse(kept?.form)
  const form = draft.success ? draft.data : undefined
  const chosen = {
    orgId: wanted.orgId ?? '',
    rows: [{ memberId: wanted.memberId ?? member.id, membershipConfId: wanted.membershipConfId ?? '' }],
  }
  if (!form) return { ...chosen, gdprAgreement: false, billing: billingOf(member) }
  const same =
    (!wanted.membershipConfId || kept?.wanted.membershipConfId === wanted.membershipConfId) &&
    (!wanted.memberId || kept?.wanted.memberId === wanted.memberId)
  return { ...form, ...(same ? {} : chosen), billing: filledBilling(form.billing, member) }
}

/** The purchase form of one buyer; what is typed survives a reload and the way back from the payment window. */
export function useBuyForm(member: Member, wanted: Wanted, offers: readonly MembershipConfiguration[]) {
  const [initial] = useState(() => initialValues(member, wanted))
  const form = useForm<BuyValues>({
    mode: 'controlled',
    initialValues: initial,
    validate: (current) => buyErrors(current, offers),
    onValuesChange: (current) => keepDraft<Kept>({ values: { wanted, form: current } }),
  })

  // The profile was completed meanwhile: it fills what is still empty here.
  const fill = useEffectEvent((known: Member) =>
    form.setFieldValue('billing', filledBilling(form.values.billing, known)),
  )
  useEffect(() => fill(member), [member])

  return form
}
