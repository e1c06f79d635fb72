import type { LineKind } from '#contract/orders/orders.ts'
import type { Language } from '#contract/values.ts'
import { together, type Tx } from '#server/database/db.ts'
import { fullName, selectOptionalMember } from '#server/domains/members/index.ts'
import {
  notify,
  requestMail,
  requestWhatsapp,
  type Whatsapp,
  whatsappNumber,
} from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import type { RefundRow } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import * as m from '#words/messages.js'
import { formatList, formatMoney } from '#server/documents/format.ts'
import { firstKind, leadingKind } from '../line-kinds.ts'
import { lineIn } from '../present.ts'
import { type OrderLineRow, type OrderRow, selectLines, selectPaidOrdersFor } from '../queries.ts'
import { receiverOf, testPrefix } from './mail-parts.ts'
import { cancelledSubject, isOfEndedTests, selectCancelledEvents } from './refund-mail.ts'
import { refundCause, selectRefundedPeople } from './refund-words.ts'

export interface NotifyServices {
  /** Null: WhatsApp is off. */
  readonly whatsapp: Whatsapp | null
}

/**
 * Requests the buyer's messages for a paid order: the mail with the receipt, a WhatsApp message if it is on, and a
 * notification that opens the receipt. If there are tickets, their handler sends the notification instead.
 */
export const notifyBuyer = (services: NotifyServices, tx: Tx, order: OrderRow) =>
  together(
    tx,
    async () => requestPaidMail(tx, order, await receiverOf(tx, order)),
    () => requestPaidWhatsapp(services, tx, order),
    () => notifyOfPayment(tx, order),
  )

async function notifyOfPayment(tx: Tx, order: OrderRow): Promise<void> {
  const freeWords = bellWords[leadingKind(order.kinds)]
  if (freeWords === null) return
  const [lines, { name: club }] = await together(
    tx,
    () => selectLines(tx, order.id),
    () => selectOrganisation(tx, order.orgId),
  )
  const isPaid = order.total > 0
  const title = isPaid ? m.notification_payment_received_title : freeWords.title
  const message = isPaid ? m.notification_payment_received_message : freeWords.message
  const [line] = isPaid ? lines : []
  await notify(tx, {
    receiverId: order.buyerId,
    type: 'PAYMENT_RECEIVED',
    texts: (locale) => ({
      title: testPrefix(order, locale) + title({}, { locale }),
      message: message(
        { club, what: titlesOf(lines, locale), amount: formatMoney(order.total, order.currency, locale) },
        { locale },
      ),
    }),
    data: { orderId: order.id, orgId: order.orgId, ...(line?.termId && { termId: line.termId }) },
    people: lines.map(({ memberId }) => memberId),
    onceKey: `order-paid:${order.id}`,
  })
}

/** The titles of the purchases, each once. */
const titlesOf = (lines: readonly OrderLineRow[], locale: Language) =>
  formatList([...new Set(lines.map((line) => lineIn(line, locale).title))], locale)

/**
 * Notification texts of an order that cost nothing; null: the handler of the leading kind notifies, also of the
 * payment.
 */
const bellWords = {
  membership: {
    title: m.notification_membership_registered_title,
    message: m.notification_membership_registered_message,
  },
  event: null,
} satisfies Record<LineKind, object | null>

/** Whether this domain notifies the people such lines are bought for; otherwise their handler does. */
export const isNotifiedByOrder = (kind: LineKind): boolean => bellWords[kind] !== null

/**
 * One template per kind, though the same code writes them: a worker of an older version that does not know a kind
 * leaves its mails to be retried instead of sending them without the tickets.
 */
const paidMails = { membership: 'order-paid', event: 'tickets-paid' } as const satisfies Record<LineKind, string>

const requestPaidMail = (tx: Tx, order: OrderRow, receiver: { toAccount?: true }): Promise<void> =>
  requestMail(tx, {
    memberId: order.buyerId,
    orgId: null,
    data: { orderId: order.id, ...receiver },
    template: paidMails[leadingKind(order.kinds)],
    onceKey: `order-paid:${order.id}`,
  })

/** The kinds that the registered WhatsApp template describes. */
const onWhatsapp: Record<LineKind, boolean> = { membership: true, event: false }

/** Not sent for test orders: the template cannot say that an order is a test. */
async function requestPaidWhatsapp({ whatsapp }: NotifyServices, tx: Tx, order: OrderRow): Promise<void> {
  if (!order.kinds.some((kind) => onWhatsapp[kind])) return
  if (!whatsapp || order.testMode || !whatsappNumber(order.billing)) return
  await requestWhatsapp(tx, {
    memberId: order.buyerId,
    data: { orderId: order.id },
    template: 'order-paid',
    onceKey: `order-paid:${order.id}:whatsapp`,
  })
}

/** Where the notification of a refund links to, besides the order. */
const refundLinks: Record<LineKind, (order: OrderRow) => { eventId?: string }> = {
  membership: () => ({}),
  event: ({ eventId }) => (eventId ? { eventId } : {}),
}

/** Requests the buyer's mail and notification of a refund, once per refund. */
export async function notifyRefunded(tx: Tx, order: OrderRow, refund: RefundRow): Promise<void> {
  const cancelled = await selectCancelledEvents(tx, order.id, refund.id)
  const club = await selectOrganisation(tx, order.orgId)
  const testsOver = isOfEndedTests(refund, club)
  const lines = await selectLines(tx, order.id)
  const given = refund.cause === 'office' ? m.notification_refunded_message : m.notification_refunded_order
  const subjectIn = (locale: Language) =>
    testsOver ? m.mail_tests_over_subject({ club: club.name }, { locale }) : cancelledSubject(cancelled, locale)
  const causeIn = await refundCause(tx, refund, { buyerId: order.buyerId, club: club.name })
  // The cause names whose lines the office or a buyer cancelled.
  const isNamed = refund.cause === 'office' && !testsOver && cancelled.length === 0
  const isByHand = refund.authorizationIdentifier === null
  const title = isByHand
    ? m.notification_refunded_by_hand_title
    : refund.method === 'credit'
      ? m.notification_refunded_credit_title
      : m.notification_refunded_void_title
  const receiver = await receiverOf(tx, order)
  await notify(tx, {
    receiverId: order.buyerId,
    type: 'PAYMENT_RECEIVED',
    texts: (locale) => ({
      title: testPrefix(order, locale) + (subjectIn(locale) ?? title({}, { locale })),
      message: given(
        {
          what: titlesOf(lines, locale),
          amount: formatMoney(refund.amount, refund.currency, locale),
          club: club.name,
          cause: testsOver
            ? m.refunded_test_over({}, { locale })
            : cancelled.length > 0 && refund.cause === 'office'
              ? (isByHand ? m.event_cancelled_by_hand : m.notification_refund_cancelled)({}, { locale })
              : causeIn(locale),
        },
        { locale },
      ),
    }),
    data: {
      orderId: order.id,
      orgId: order.orgId,
      refundId: refund.id,
      ...refundLinks[firstKind(order.kinds)](order),
    },
    ...(!isNamed && { people: await selectRefundedPeople(tx, refund) }),
    onceKey: `given-back:${refund.id}`,
    mail: { template: 'given-back', orgId: order.orgId, data: { refundId: refund.id, ...receiver } },
  })
}

/** Notifies the buyer of a test order that cost nothing, so that no refund says that it has ended. */
export async function notifyTestOver(tx: Tx, order: OrderRow): Promise<void> {
  const { name: club } = await selectOrganisation(tx, order.orgId)
  const lines = await selectLines(tx, order.id)
  await notify(tx, {
    receiverId: order.buyerId,
    type: 'PAYMENT_RECEIVED',
    texts: (locale) => ({
      title: testPrefix(order, locale) + m.mail_tests_over_subject({ club }, { locale }),
      message: m.refunded_test_over({}, { locale }),
    }),
    data: { orderId: order.id, orgId: order.orgId, ...refundLinks[firstKind(order.kinds)](order) },
    people: lines.map(({ memberId }) => memberId),
    onceKey: `test-over:${order.id}`,
  })
}

type Year = string | number

/**
 * Makes sure that the buyer gets the mail about a paid membership. Content and receiver come from the order, never
 * from the caller, and a mail that was requested before is not sent again.
 */
export async function sendAgainByMail(
  tx: Tx,
  actor: MemberActor,
  { memberId, ORG, YEAR }: { memberId: string; ORG: string; YEAR: Year },
): Promise<{ status: 'success' }> {
  for (const order of await paidOrders(tx, actor, memberId, ORG, YEAR))
    await requestPaidMail(tx, order, { toAccount: true })
  return { status: 'success' }
}

/** Sends it again by WhatsApp, if the buyer wants such messages. */
export async function sendAgainByWhatsapp(
  services: NotifyServices,
  tx: Tx,
  actor: MemberActor,
  { memberId, '2': org, '3': year }: { memberId: string; '2': string; '3': Year },
): Promise<{ status: 'success' }> {
  for (const order of await paidOrders(tx, actor, memberId, org, year)) await requestPaidWhatsapp(services, tx, order)
  return { status: 'success' }
}

async function paidOrders(tx: Tx, actor: MemberActor, memberId: string, org: string, year: Year): Promise<OrderRow[]> {
  const about = { memberId, orgKey: org.toUpperCase(), year: Number(year) }
  const orders = /^\d{4}$/.test(String(year)) ? await selectPaidOrdersFor(tx, actor, about) : []
  if (orders.length === 0) throw new Problem('not_found')
  return orders
}

/** Notifies a member of an order that an administrator prepared for them to pay, or to accept if it costs nothing. */
export async function notifyOrderReady(
  tx: Tx,
  order: OrderRow,
  { club, actorId }: { club: string; actorId: string },
): Promise<void> {
  const lines = await selectLines(tx, order.id)
  const name = fullName((await selectOptionalMember(tx, actorId))!)
  const isFree = order.total === 0
  await notify(tx, {
    receiverId: order.buyerId,
    type: 'ORDER_READY',
    texts: (locale) => ({
      title: testPrefix(order, locale) + m.notification_order_ready_title({}, { locale }),
      message: (isFree ? m.notification_order_ready_free : m.notification_order_ready_message)(
        { club, name, what: titlesOf(lines, locale), amount: formatMoney(order.total, order.currency, locale) },
        { locale },
      ),
    }),
    data: { orderId: order.id, orgId: order.orgId, ...(isFree && { free: true }) },
    people: lines.map(({ memberId }) => memberId),
    onceKey: `order-ready:${order.id}`,
  })
}

interface Released {
  /** The club's name. */
  readonly club: string
  readonly by: { readonly firstName: string; readonly lastName: string }
  /** Their family link ended; otherwise the person bought it themselves. */
  readonly linkEnded: boolean
}

/** Notifies a buyer that somebody else's action cancelled their unpaid order. */
export function notifyOrderReleased(tx: Tx, order: OrderRow, { club, by, linkEnded }: Released): Promise<void> {
  const message = linkEnded ? m.notification_order_released_link : m.notification_order_released_bought
  return notify(tx, {
    receiverId: order.buyerId,
    type: 'ORDER_READY',
    texts: (locale) => ({
      title: testPrefix(order, locale) + m.notification_order_released_title({}, { locale }),
      message: message({ club, name: fullName(by), number: order.number }, { locale }),
    }),
    data: { orgId: order.orgId, status: 'released' },
    onceKey: `order-released:${order.id}`,
  })
}
