import type { Db } from '#server/database/db.ts'
import { whatsappNumber, type WhatsappMessage } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import { firstNameOf, languageOf, yearsOf } from './order-message-words.ts'
import { selectLines, selectOrder } from '../queries.ts'

/** As registered with WhatsApp: {{1}} the buyer's first name, {{2}} the club, {{3}} the year (template 4 of the specification). */
const TEMPLATE = 'membership_paid'

/** The confirmation of a paid order to its buyer's phone. */
export async function orderPaidWhatsapp(db: Db, { orderId }: { orderId: string }): Promise<WhatsappMessage> {
  const order = await selectOrder(db, orderId)
  const [organisation, lines, language] = await Promise.all([
    selectOrganisation(db, order.orgId),
    selectLines(db, orderId),
    languageOf(db, order),
  ])
  const to = whatsappNumber(order.billing)
  if (!to) throw new Error('An order without a phone number asks for a WhatsApp message')
  return {
    to,
    template: TEMPLATE,
    language,
    parameters: [firstNameOf(order), organisation.name, yearsOf(lines)],
  }
}
