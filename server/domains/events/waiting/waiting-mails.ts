import { textIn } from '#contract/local-text.ts'
import type { Db } from '#server/database/db.ts'
import { events, waitingOffers, waitingWishes } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { eq } from '#server/database/sql.ts'
import { formatList, formatMomentIn } from '#server/documents/format.ts'
import { fullName, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { clubMail, type MailDraft } from '#server/domains/notifications/index.ts'
import { buyerLanguage, priceWords, selectLines, selectOrder } from '#server/domains/orders/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { pagePath } from '../listing/show-event.ts'
import { atLineStart, whenWords } from '../when-words.ts'
import { offerToken } from './leave-waiting.ts'
import { describeWish, type EndedBy, endedWords } from './waiting-notifications.ts'

interface Services {
  readonly publicUrl: string
  readonly secrets: Secrets
}

/** Null once the offer is over. */
export async function offerMail(
  db: Db,
  { publicUrl, secrets }: Services,
  { offerId: orderId }: { readonly offerId: string },
): Promise<MailDraft | null> {
  const [offer] = await db.select().from(waitingOffers).where(eq(waitingOffers.orderId, orderId))
  if (!offer) throw new Error('Offer not found')
  const order = await selectOrder(db, orderId)
  const buyer = await selectOptionalMember(db, order.buyerId)
  if ((order.status !== 'open' && order.status !== 'declined') || !buyer?.email) return null
  const locale = await buyerLanguage(db, order)
  const say = { locale }
  const { title, eventId, orgKey } = await describeWish(db, offer.wishId, orderId)
  const club = await selectOrganisation(db, order.orgId)
  const [row] = await db.select().from(events).where(eq(events.id, eventId))
  const event = textIn(title, locale)
  const until = formatMomentIn(offer.until.toISOString(), 'Europe/Copenhagen', locale)
  const lines = await selectLines(db, orderId)
  return clubMail(club, {
    to: { name: fullName(buyer), address: buyer.email },
    locale,
    subject: m.notification_waiting_offer_title({ event }, say),
    about: lines.map(({ memberName }) => memberName),
    isTest: order.testMode,
    paragraphs: [
      (order.total === 0 ? m.mail_waiting_offer_free : m.mail_waiting_offer_intro)({ club: club.name, until }, say),
      [atLineStart(whenWords(row!, locale)), textIn(row!.placeTexts, locale)].filter(Boolean).join(' · '),
    ],
    tables: [
      {
        rows: lines.map(({ memberName, categoryTexts, total }) => ({
          label: memberName,
          details: categoryTexts ? [textIn(categoryTexts, locale)] : [],
          value: priceWords(total, order.currency, locale),
        })),
      },
    ],
    button: { label: m.mail_waiting_offer_button({}, say), url: publicUrl + pagePath({ orgKey, id: eventId }) },
    remarks: [
      m.mail_waiting_offer_decline({ url: `${publicUrl}/waiting-offer?token=${offerToken(secrets, orderId)}` }, say),
      m.mail_waiting_offer_after({}, say),
    ],
    why: m.mail_why_waiting({ club: club.name }, say),
  })
}

export async function waitingEndedMail(
  db: Db,
  publicUrl: string,
  { wishId, by, offerId }: { readonly wishId: string; readonly by: EndedBy; readonly offerId?: string },
): Promise<MailDraft | null> {
  const [wish] = await db.select().from(waitingWishes).where(eq(waitingWishes.id, wishId))
  if (!wish) throw new Error('Wish not found')
  const buyer = await selectOptionalMember(db, wish.buyerId)
  if (!buyer?.email) return null
  const locale = languageOf(buyer)
  const say = { locale }
  const club = await selectOrganisation(db, wish.orgId)
  const { title, names, orgKey, eventId, waiting } = await describeWish(db, wishId, offerId ?? null)
  if (names.length === 0) return null
  const words = endedWords[by]
  return clubMail(club, {
    to: { name: fullName(buyer), address: buyer.email },
    locale,
    subject: words.title({ event: textIn(title, locale) }, say),
    about: names,
    paragraphs: [words.message({ club: club.name, names: formatList(names, locale), waiting }, say)],
    button: { label: m.mail_event_cancelled_button({}, say), url: publicUrl + pagePath({ orgKey, id: eventId }) },
    why: m.mail_why_waiting({ club: club.name }, say),
  })
}
