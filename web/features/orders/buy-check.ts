import { schemaResolver } from '@mantine/form'
import { Billing } from '#contract/billing.ts'
import type { MembershipConfiguration } from '#contract/organisations.ts'
import '#web/ui/field-words.ts'
import { m } from '#words/messages.js'
import { chosenLines, type BuyValues } from './buy-values.ts'

const billingErrors = schemaResolver(Billing, { sync: true })

/** What keeps a purchase from being sent, by field. */
export function buyErrors(values: BuyValues, offers: readonly MembershipConfiguration[]): Record<string, string> {
  const { postCode } = values.billing
  const billing = billingErrors(values.billing) as Record<string, string>
  if (!billing.postCode && !/^[\d\s]+$/.test(postCode)) billing.postCode = m.address_postcode_invalid()
  return {
    ...(values.orgId === '' && { orgId: m.buy_club_missing() }),
    ...(values.orgId !== '' &&
      chosenLines(values, offers).length === 0 && { 'rows.0.membershipConfId': m.buy_membership_missing() }),
    ...Object.fromEntries(Object.entries(billing).map(([name, message]) => [`billing.${name}`, message])),
    ...(!values.gdprAgreement && { gdprAgreement: m.buy_consent_missing() }),
  }
}
