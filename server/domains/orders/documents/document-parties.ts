import { supportedCountry } from '#contract/members/countries.ts'
import type { Parties } from '#contract/orders/orders.ts'
import type { Language } from '#contract/values.ts'
import type { Reader } from '#server/database/db.ts'
import { faceOf, selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { receiptLabel } from '../present.ts'
import type { OrderRow, ReceiptRow } from '../queries.ts'

/** The seller, buyer and number of a receipt or credit note. */
export async function partiesOf(
  db: Reader,
  order: OrderRow,
  document: Pick<ReceiptRow, 'year' | 'number' | 'testMode' | 'issuedAt' | 'seller'>,
  locale: Language,
): Promise<Parties> {
  const { billing } = order
  const club = await selectOrganisation(db, order.orgId)
  return {
    number: receiptLabel(document),
    testMode: order.testMode,
    issuedAt: document.issuedAt.toISOString(),
    orderNumber: order.number,
    coupon: order.couponCode,
    organisation: document.seller ?? sellerToday(club),
    issuer: { id: club.id, hue: club.hue, face: faceOf(club) },
    billing: { name: billing.name, address: billingLine(billing, locale), email: billing.email, phone: billing.phone },
  }
}

const sellerToday = ({ name, key, cvr, address, contactEmail }: Awaited<ReturnType<typeof selectOrganisation>>) => ({
  name,
  key,
  cvr,
  address,
  email: contactEmail,
})

/** A billing address on one comma-joined line, as the specification wants it. */
export const billingLine = (billing: OrderRow['billing'], locale: Language): string =>
  [
    billing.addressLine1,
    billing.addressLine2,
    billing.addressLine3,
    `${billing.postCode} ${billing.city}`.trim(),
    countryWords(billing.country, locale),
  ]
    .filter((part) => part !== '')
    .join(', ')

const countryNames = { Denmark: m.country_denmark, Sweden: m.country_sweden, Norway: m.country_norway }

/** The country's name in the reader's language; an unsupported one as it was typed. */
export function countryWords(text: string, locale: Language): string {
  const country = supportedCountry(text)
  return country ? countryNames[country]({}, { locale }) : text
}
