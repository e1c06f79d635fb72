import { supportedCountry } from '#contract/countries.ts'
import type { Receipt } from '#contract/orders.ts'
import type { Language } from '#contract/values.ts'
import type { Reader } from '#server/database/db.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import { selectPayments } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import * as m from '#words/messages.js'
import { presentLine, receiptLabel } from './present.ts'
import { selectLines, selectOptionalOrderOfTerm, selectOptionalReceipt, type OrderRow } from './queries.ts'

/** The receipt of the order that bought a term, for its buyer. */
export async function showReceipt(
  db: Reader,
  actor: MemberActor,
  { historyId, language }: { historyId: string; language?: Language | undefined },
): Promise<Receipt> {
  const order = await selectOptionalOrderOfTerm(db, actor.memberId, historyId)
  const receipt = order && (await receiptOf(db, order, language ?? actor.via.language))
  if (!receipt) throw new Problem('not_found')
  return receipt
}

/** @returns null for an order without receipt: not paid, or nothing to pay */
export async function receiptOf(db: Reader, order: OrderRow, locale: Language): Promise<Receipt | null> {
  const row = await selectOptionalReceipt(db, order.id)
  if (!row) return null
  const organisation = await selectOrganisation(db, order.orgId)
  const lines = await selectLines(db, order.id)
  const payment = (await selectPayments(db, order.id)).find((one) => one.status === 'captured')
  const money = (minor: number) => ({ minor, currency: order.currency })
  const vat = lines.reduce((sum, line) => sum + line.vat, 0)
  const { billing } = order
  return {
    number: receiptLabel(row),
    testMode: order.testMode,
    issuedAt: row.issuedAt.toISOString(),
    orderNumber: order.number,
    organisation: {
      name: organisation.name,
      key: organisation.key,
      cvr: organisation.cvr,
      address: organisation.address,
      email: organisation.contactEmail,
    },
    billing: { name: billing.name, address: billingLine(billing, locale), email: billing.email, phone: billing.phone },
    lines: lines.map((line) => presentLine(line, order.currency)),
    net: money(order.total - vat),
    vat: money(vat),
    total: money(order.total),
    payment: {
      provider: payment?.provider ?? '',
      paidAt: (order.paidAt ?? row.issuedAt).toISOString(),
      authorizationIdentifier: payment?.authorizationIdentifier ?? null,
    },
  }
}

/** One comma-joined line, as the specification keeps a billing address. */
const billingLine = (billing: OrderRow['billing'], locale: Language): string =>
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

/** A country in the reader's language; one that is not supported as it was typed. */
function countryWords(text: string, locale: Language): string {
  const country = supportedCountry(text)
  return country ? countryNames[country]({}, { locale }) : text
}
