import type { Language } from '#contract/values.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { fullName, selectOptionalMember } from '#server/domains/members/index.ts'
import { notifyEach, requestMail, type MailDraft } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { presentLine } from '../present.ts'
import { selectLines, selectOrder, type OrderRow } from '../queries.ts'
import { selectBoughtForOthers, type BoughtForOther } from './bought-for-queries.ts'
import { linesOf } from './line-facts.ts'
import { testNotice, testPrefix } from './order-message-words.ts'

/**
 * Tells everybody else for whom an order that is paid bought something, and whoever looks after those who have no sign-in: by mail, and of
 * memberships by the bell; of places at events the bell tells already.
 */
export async function tellBoughtFor(tx: Tx, order: OrderRow, bought: readonly BoughtForOther[]): Promise<void> {
  const receivers = [...Map.groupBy(bought, ({ toldId }) => toldId)].flatMap(([id, lines]) =>
    id === null ? [] : [[id, lines] as const],
  )
  if (receivers.length === 0) return
  const { name: club } = await selectOrganisation(tx, order.orgId)
  await notifyEach(
    tx,
    receivers.flatMap(([receiverId, lines]) => {
      const memberships = lines.filter(({ kind }) => kind === 'membership')
      if (memberships.length === 0) return []
      return {
        receiverId,
        senderId: order.buyerId,
        type: 'PAYMENT_RECEIVED' as const,
        texts: (locale: Language) => ({
          title: testPrefix(order, locale) + m.notification_bought_for_title({ club }, { locale }),
          message: m.notification_bought_for_message(
            {
              buyer: lines[0]!.buyerName,
              names: listOf(memberships, 'memberName'),
              titles: listOf(memberships, 'title'),
            },
            { locale },
          ),
        }),
        // The order is its buyer's alone.
        data: { orgId: order.orgId },
        onceKey: `bought-for:${order.id}:${receiverId}`,
      }
    }),
  )
  for (const [receiverId] of receivers)
    await requestMail(tx, {
      template: 'bought-for',
      memberId: receiverId,
      data: { orderId: order.id, memberId: receiverId },
      onceKey: `bought-for:${order.id}:${receiverId}:mail`,
    })
}

/** The mail to one of them. Null when they have no address. */
export async function boughtForMail(
  db: Db,
  { publicUrl, productName }: { publicUrl: string; productName: string },
  { orderId, memberId }: { orderId: string; memberId: string },
): Promise<MailDraft | null> {
  const receiver = await selectOptionalMember(db, memberId)
  const bought = (await selectBoughtForOthers(db, orderId)).filter(({ toldId }) => toldId === memberId)
  if (!receiver?.email || bought.length === 0) return null
  const order = await selectOrder(db, orderId)
  const [organisation, lines] = await Promise.all([selectOrganisation(db, order.orgId), selectLines(db, orderId)])
  const theirs = lines.filter(({ id }) => bought.some(({ lineId }) => lineId === id))
  const locale = receiver.language ?? order.language
  const say = { locale }
  const facts = {
    buyer: bought[0]!.buyerName,
    names: listOf(bought, 'memberName'),
    club: organisation.name,
  }
  return {
    to: { name: fullName(receiver), address: receiver.email },
    replyTo: organisation.contactEmail,
    subject: testPrefix(order, locale) + m.mail_bought_for_subject(facts, say),
    content: {
      locale,
      sender: organisation.name,
      preview: m.mail_bought_for_preview({}, say),
      heading: m.mail_bought_for_subject(facts, say),
      ...testNotice(order, locale),
      paragraphs: [m.mail_bought_for_text(facts, say)],
      tables: [
        {
          rows: linesOf(
            theirs.map((line) => presentLine(line, order.currency)),
            order.couponCode,
            locale,
          ),
        },
      ],
      button: { label: m.mail_family_linked_button({}, say), url: `${publicUrl}/participants-list#family` },
      remarks: [m.mail_bought_for_wrong(facts, say)],
      why: m.mail_why_family({ portal: productName }, say),
    },
  }
}

const listOf = (lines: readonly BoughtForOther[], what: 'memberName' | 'title'): string =>
  [...new Set(lines.map((line) => line[what]))].join(', ')
