import { type LocalText, textIn } from '#contract/local-text.ts'
import type { LineKind } from '#contract/orders/answers.ts'
import type { Language } from '#contract/values.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { fullName, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { clubMail, type MailDraft, notifyEach, requestMail } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { presentLine } from '../present.ts'
import { type OrderRow, selectLines, selectOrder } from '../queries.ts'
import { isNotifiedByOrder } from './buyer.ts'
import { linesOf, testPrefix } from './mail-parts.ts'

/**
 * Notifies everybody else for whom a paid order bought something, or their guardian: by mail, and in the bell unless
 * the line's handler does that.
 */
export async function notifyBoughtFor(tx: Tx, order: OrderRow, bought: readonly BoughtForOther[]): Promise<void> {
  const receivers = [...Map.groupBy(bought, ({ receiverId }) => receiverId)].flatMap(([id, lines]) =>
    id === null ? [] : [[id, lines] as const],
  )
  if (receivers.length === 0) return
  const { name: club } = await selectOrganisation(tx, order.orgId)
  await notifyEach(
    tx,
    receivers.flatMap(([receiverId, lines]) => {
      const shownLines = lines.filter(({ kind }) => isNotifiedByOrder(kind))
      if (shownLines.length === 0) return []
      return {
        receiverId,
        senderId: order.buyerId,
        type: 'PAYMENT_RECEIVED' as const,
        texts: (locale: Language) => ({
          title: testPrefix(order, locale) + m.notification_bought_for_title({ club }, { locale }),
          message: m.notification_bought_for_message(
            {
              buyer: lines[0]!.buyerName,
              names: listOf(shownLines.map(({ memberName }) => memberName)),
              titles: listOf(shownLines.map(({ title }) => textIn(title, locale))),
            },
            { locale },
          ),
        }),
        // Only the buyer may open the order.
        data: { orgId: order.orgId },
        onceKey: `bought-for:${order.id}:${receiverId}`,
      }
    }),
  )
  for (const [receiverId] of receivers)
    await requestMail(tx, {
      template: 'bought-for',
      memberId: receiverId,
      orgId: null,
      data: { orderId: order.id, memberId: receiverId },
      onceKey: `bought-for:${order.id}:${receiverId}:mail`,
    })
}

/** The mail to one of them. Null if they have no address. */
export async function boughtForMail(
  db: Db,
  { publicUrl, productName }: { publicUrl: string; productName: string },
  { orderId, memberId }: { orderId: string; memberId: string },
): Promise<MailDraft | null> {
  const receiver = await selectOptionalMember(db, memberId)
  const bought = (await selectBoughtForOthers(db, orderId)).filter(({ receiverId }) => receiverId === memberId)
  if (!receiver?.email || bought.length === 0) return null
  const order = await selectOrder(db, orderId)
  const [organisation, lines] = await Promise.all([selectOrganisation(db, order.orgId), selectLines(db, orderId)])
  const theirs = lines.filter(({ id }) => bought.some(({ lineId }) => lineId === id))
  const locale = languageOf(receiver)
  const say = { locale }
  const facts = {
    buyer: bought[0]!.buyerName,
    names: listOf(bought.map(({ memberName }) => memberName)),
    club: organisation.name,
  }
  return clubMail(organisation, {
    to: { name: fullName(receiver), address: receiver.email },
    locale,
    subject: m.mail_bought_for_subject(facts, say),
    preview: m.mail_bought_for_preview({}, say),
    isTest: order.testMode,
    paragraphs: [m.mail_bought_for_text(facts, say)],
    tables: [
      {
        rows: linesOf(
          theirs.map((line) => presentLine(line, order.currency, locale)),
          order.couponCode,
          locale,
        ),
      },
    ],
    button: { label: m.mail_family_linked_button({}, say), url: `${publicUrl}/participants-list#family` },
    remarks: [m.mail_bought_for_wrong(facts, say)],
    why: m.mail_why_family({ portal: productName }, say),
  })
}

const listOf = (names: readonly string[]): string => [...new Set(names)].join(', ')

export interface BoughtForOther extends Record<string, unknown> {
  readonly lineId: string
  readonly kind: LineKind
  readonly title: LocalText
  readonly memberId: string
  readonly memberName: string
  readonly buyerName: string
  /** Their guardian; null if they have none. */
  readonly parentId: string | null
  readonly archived: boolean
  /** Who is notified: the person if they have a sign-in, else their guardian; null if that is the buyer or nobody. */
  readonly receiverId: string | null
}

/** The lines of an order for others than its buyer. */
const selectBoughtForOthers = (db: Reader, orderId: string): Promise<BoughtForOther[]> => select(db, orderId, sql``)

/** Selects and locks those people: nobody can archive them before the transaction ends. */
export const recordBoughtForOthers = (tx: Tx, orderId: string): Promise<BoughtForOther[]> =>
  select(tx, orderId, sql`for no key update of person`)

async function select(db: Reader, orderId: string, lock: SQL): Promise<BoughtForOther[]> {
  const { rows } = await executePrepared<BoughtForOther>(
    db,
    'orders.bought-for-others',
    sql`
    select lines.id as "lineId", lines.kind, coalesce(lines.title_texts, jsonb_build_object('da', lines.title)) as title,
      person.id as "memberId", lines.member_name as "memberName",
      ${fullNameOf('buyer')} as "buyerName", person.parent_id as "parentId",
      person.archived_at is not null as archived,
      nullif(case when exists (select from member_identities own where own.member_id = person.id) then person.id
        else person.parent_id end, buyer.id) as "receiverId"
    from orders
    join order_lines lines on lines.order_id = orders.id and lines.member_id <> orders.buyer_id
    join members person on person.id = lines.member_id
    join members buyer on buyer.id = orders.buyer_id
    where orders.id = ${orderId}
    order by person.id, lines.position ${lock}`,
  )
  return rows
}
