import { useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Member } from '#contract/members.ts'
import { useErrorsInLanguage } from '#web/ui/language.tsx'
import {
  type BasketRow,
  billingOf,
  buyErrors,
  BuyValues,
  filledBilling,
  type Shops,
  withProposal,
} from '#web/features/orders/checkout/basket.ts'
import { saveDraft, openDraft } from '#web/features/orders/checkout/order-draft.ts'
import { withPerson, withWanted } from './basket-rows.ts'

/** What the address of the page names. */
export interface Wanted {
  /** For whom, where that is not the buyer. */
  memberId?: string | undefined
  orgId?: string | undefined
  membershipConfId?: string | undefined
  /** Of a whole basket, each row with its club. */
  rows?: BasketRow[] | undefined
}

interface Kept {
  wanted: Wanted
  form: BuyValues
}

/** Milliseconds for which a consent stands that was given and not used. */
const consentStands = 60 * 60 * 1000

/**
 * What is in the form at first: the kept basket with what the page was opened for, unless that is in it already. What waits
 * in an unpaid order is paid there.
 */
function initialValues(member: Member, wanted: Wanted, shops: Shops): BuyValues {
  const kept = openDraft<Kept>(member.id)
  const draft = BuyValues.safeParse(kept.values?.form)
  const before = draft.success ? draft.data.rows : []
  // A club that the page was opened for proposes what it would sell the person.
  const chosen = rowsWith(member.id, wanted, before, kept.values?.wanted).map((row) =>
    before.includes(row) ? row : withProposal(row, shops),
  )
  const left = chosen.filter((row) => !isUnpaid(row, shops))
  const rows =
    left.length > 0 ? left : [{ memberId: chosen[0]?.memberId ?? member.id, orgId: '', membershipConfId: '' }]
  if (!draft.success) return { rows, gdprAgreement: false, autoRenewal: false, billing: billingOf(member) }
  const fresh = Date.now() - kept.keptAt < consentStands
  return {
    rows,
    gdprAgreement: draft.data.gdprAgreement && fresh,
    autoRenewal: draft.data.autoRenewal && fresh,
    billing: filledBilling(draft.data.billing, member),
  }
}

function isUnpaid({ memberId, orgId, membershipConfId }: BasketRow, { offersOf, closedFor }: Shops): boolean {
  const offer = offersOf(orgId)?.find(({ id }) => id === membershipConfId)
  return offer !== undefined && closedFor(memberId, offer)?.unpaid === true
}

function rowsWith(buyerId: string, wanted: Wanted, kept: BasketRow[], keptFor: Wanted | undefined): BasketRow[] {
  const { orgId, membershipConfId, memberId } = wanted
  const asked = wanted.rows ?? []
  const same = JSON.stringify(keptFor) === JSON.stringify(wanted)
  if (kept.length > 0 && same) return kept
  if (asked.length > 0) return withWanted(kept, asked)
  const row = { memberId: memberId ?? buyerId, orgId: orgId ?? '', membershipConfId: membershipConfId ?? '' }
  if (kept.length === 0) return [row]
  if (membershipConfId) return withWanted(kept, [row])
  // No membership is named: what is in the basket stays, and who or where is named takes part in it.
  if (kept.every((one) => one.membershipConfId === ''))
    return orgId ? [row] : memberId ? withPerson(kept, memberId) : kept
  if (orgId && !kept.some((one) => one.orgId === orgId)) return [...kept, row]
  return memberId ? withPerson(kept, memberId) : kept
}

/** The purchase form of one buyer; what is typed survives a reload and the way back from the payment window. */
export function useBuyForm(member: Member, wanted: Wanted, shops: Shops) {
  const [initial] = useState(() => initialValues(member, wanted, shops))
  const validate = (current: BuyValues) => buyErrors(current, shops)
  const form = useForm<BuyValues>({
    mode: 'controlled',
    initialValues: initial,
    validate,
    onValuesChange: (current) => saveDraft<Kept>({ values: { wanted, form: current } }),
  })

  useErrorsInLanguage(form, () => validate(form.values))

  // The profile was completed meanwhile: it fills what is still empty here.
  const fill = useEffectEvent((known: Member) =>
    form.setFieldValue('billing', filledBilling(form.values.billing, known)),
  )
  useEffect(() => fill(member), [member])

  return form
}
