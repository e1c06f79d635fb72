import { schemaResolver } from '@mantine/form'
import { Billing } from '#contract/billing.ts'
import '#web/ui/fields/field-words.ts'
import { m } from '#words/messages.js'
import { partsOf, stateOf, type Shops } from './basket.ts'
import type { BuyValues } from './buy-values.ts'

const fieldErrors = schemaResolver(Billing, { sync: true })

/** What is missing or wrong in who pays, by field. */
export function billingErrors(given: BuyValues['billing']): Record<string, string> {
  const errors = fieldErrors(given) as Record<string, string>
  if (!errors.postCode && !/^[\d\s]+$/.test(given.postCode)) errors.postCode = m.address_postcode_invalid()
  return Object.fromEntries(Object.entries(errors).map(([name, message]) => [`billing.${name}`, message]))
}

/** What keeps a purchase from being sent, by field. Rows where nothing is chosen are skipped, as long as something is. */
export function buyErrors(values: BuyValues, shops: Shops): Record<string, string> {
  return {
    ...(partsOf(values.rows, shops).length === 0 && nothingChosen(values)),
    ...unknownAges(values, shops),
    ...billingErrors(values.billing),
    ...(!values.gdprAgreement && { gdprAgreement: m.buy_consent_missing() }),
  }
}

/** Nobody is left out of a purchase because a birth date was not added. */
const unknownAges = ({ rows }: BuyValues, shops: Shops): Record<string, string> =>
  Object.fromEntries(
    rows.flatMap((row, index) =>
      stateOf(row, rows, shops) === 'unknown_age'
        ? [[`rows.${index}.membershipConfId`, m.problem_birth_date_missing()]]
        : [],
    ),
  )

/** Said where the choice begins: at the first club that is missing, else at the first membership. */
function nothingChosen({ rows }: BuyValues): Record<string, string> {
  const index = Math.max(
    0,
    rows.findIndex(({ membershipConfId }) => membershipConfId === ''),
  )
  return rows[index]?.orgId === ''
    ? { [`rows.${index}.orgId`]: m.buy_club_missing() }
    : { [`rows.${index}.membershipConfId`]: m.buy_membership_missing() }
}
