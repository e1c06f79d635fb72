import { useForm, type UseFormReturnType } from '@mantine/form'
import { shallowEqual } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import type { Member } from '#contract/members/members.ts'
import { useErrorsInLanguage } from '#web/ui/language.tsx'
import { billingOf, filledBilling } from '#web/features/orders/checkout/billing.ts'
import { type BasketRow, buyErrors, type BuyValues, type Shops, withProposal } from './basket.ts'
import { openBasket, PurchaseRequest, saveBasket } from './basket-draft.ts'
import { withPerson, withRequested } from './basket-rows.ts'

/** Milliseconds for which an unused consent stays valid. */
const consentLifetime = 60 * 60 * 1000

/** The saved basket plus what the page was opened for, without rows that an unpaid order reserves. */
function initialValues(member: Member, wanted: PurchaseRequest, shops: Shops): BuyValues {
  const { values: saved, changedAt } = openBasket(member.id)
  const before = saved?.form.rows ?? []
  // A requested club preselects the offer that it suggests.
  const chosen = rowsWith(member.id, wanted, before, saved?.wanted, shops).map((row) =>
    before.includes(row) ? row : withProposal(row, shops),
  )
  const left = chosen.filter((row) => !isUnpaid(row, shops))
  const rows =
    left.length > 0 ? left : [{ memberId: chosen[0]?.memberId ?? member.id, orgId: '', membershipConfId: '' }]
  const renews = wanted.autoRenewal === true
  if (!saved) return { rows, gdprAgreement: false, autoRenewal: renews, billing: billingOf(member) }
  const fresh = Date.now() - changedAt < consentLifetime
  return {
    rows,
    gdprAgreement: saved.form.gdprAgreement && fresh,
    autoRenewal: (saved.form.autoRenewal && fresh) || (renews && !isSame(saved.wanted, wanted)),
    billing: filledBilling(saved.form.billing, member),
  }
}

const isSame = (one: PurchaseRequest | undefined, other: PurchaseRequest) =>
  JSON.stringify(one) === JSON.stringify(z.parse(PurchaseRequest, other))

function isUnpaid({ memberId, orgId, membershipConfId }: BasketRow, { offersOf, closedFor }: Shops): boolean {
  const offer = offersOf(orgId)?.find(({ id }) => id === membershipConfId)
  return offer !== undefined && closedFor(memberId, offer)?.unpaid === true
}

/** The only club, or the one that has a next season for its member; empty when there is a choice. */
function homeClub(memberId: string, { clubs, offersOf }: Shops): string {
  const own = clubs.filter(({ id }) =>
    offersOf(id)?.some(({ agreedFor, proposedFor }) => agreedFor.includes(memberId) && proposedFor.includes(memberId)),
  )
  const only = clubs.length === 1 ? clubs : own
  return only.length === 1 ? only[0]!.id : ''
}

function rowsWith(
  buyerId: string,
  wanted: PurchaseRequest,
  saved: BasketRow[],
  savedFor: PurchaseRequest | undefined,
  shops: Shops,
): BasketRow[] {
  const { orgId, membershipConfId, memberId } = wanted
  const requested = wanted.rows ?? []
  if (saved.length > 0 && isSame(savedFor, wanted)) return saved
  if (requested.length > 0) return withRequested(saved, requested)
  const who = memberId ?? buyerId
  const row = { memberId: who, orgId: orgId ?? homeClub(who, shops), membershipConfId: membershipConfId ?? '' }
  if (saved.length === 0) return [row]
  if (membershipConfId) return withRequested(saved, [row])
  // Without a requested membership the basket stays, plus the requested person or club.
  if (saved.every((one) => one.membershipConfId === ''))
    return orgId ? [row] : memberId ? withPerson(saved, memberId) : saved
  if (orgId && !saved.some((one) => one.orgId === orgId)) return [...saved, row]
  return memberId ? withPerson(saved, memberId) : saved
}

/** Removes an error as soon as its cause is corrected, wherever that was. */
function useClearedErrors(
  { errors, values, clearFieldError }: UseFormReturnType<BuyValues>,
  check: (values: BuyValues) => Record<string, string>,
) {
  const shown = Object.keys(errors)
  const wrong = shown.length > 0 ? check(values) : {}
  const corrected = shown.filter((field) => !(field in wrong)).join(' ')
  useEffect(() => {
    for (const field of corrected.split(' ')) if (field) clearFieldError(field)
  }, [corrected, clearFieldError])
}

/**
 * The purchase form. Its values survive a reload and a return from the payment window.
 * @param isTheirs prepared for a member, who agrees when they pay
 */
export function useBuyForm(member: Member, wanted: PurchaseRequest, shops: Shops, isTheirs = false) {
  const [initial] = useState(() => initialValues(member, wanted, shops))
  const validate = (current: BuyValues) => {
    const errors = buyErrors(current, shops)
    if (isTheirs) delete errors['gdprAgreement']
    return errors
  }
  const form = useForm<BuyValues>({
    mode: 'controlled',
    initialValues: initial,
    validate,
    onValuesChange: (current) => saveBasket(member.id, { values: { wanted, form: current } }),
  })

  useErrorsInLanguage(form, () => validate(form.values))
  useClearedErrors(form, validate)

  // A completed profile fills in empty billing fields.
  const fill = useEffectEvent((known: Member) => {
    const billing = filledBilling(form.values.billing, known)
    // Setting a field renders the whole form again.
    if (!shallowEqual(billing, form.values.billing)) form.setFieldValue('billing', billing)
  })
  useEffect(() => fill(member), [member])

  return form
}
