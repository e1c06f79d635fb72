import type { Ledger } from '../../../simulators/card-gateway/ledger.ts'
import type { MailLedger } from '../../../simulators/mailbox/index.ts'
import { hashToken } from '#server/database/secrets.ts'
import { messageIdOf } from '#server/domains/notifications/index.ts'
import { claim } from './invariant-claim.ts'
import { couponsHold } from './invariant-coupons.ts'
import { readFacts, type Facts, type OrderFact, type Sql } from './invariant-facts.ts'
import { placesHold } from './invariant-places.ts'
import { linesAddUp, nothingLeft, sameBooks, takenOnce } from './invariant-money.ts'

/** Promises to a client by a 2xx answer. */
export interface Acknowledged {
  /** The order's `{product}token`. */
  readonly token: string
  /** `open`: the order exists. `paid`: it is paid. Any other text: the URL of its payment window. */
  readonly saw: string
}

export interface Books {
  readonly sql: Sql
  /** The gateway's ledger, of these organisations only. */
  readonly ledger: Ledger
  readonly mailbox: MailLedger
  readonly whatsapp: readonly { readonly callbackData: string | null }[]
  /** All organisations of the database when left out. */
  readonly orgIds?: readonly string[]
  /** Whose mails are all in this database: nobody else writes to them. */
  readonly ownMails?: (receiver: string) => boolean
  readonly acknowledged?: readonly Acknowledged[]
  /** Faults may still be active, so unfinished things are no violation. */
  readonly unfinished?: boolean
  /** The office has checked the gateway's ledger, so every authorisation must be known. */
  readonly officeDone?: boolean
}

/**
 * Compares a database with the gateway's ledger and the mailbox. Returns a message for each violation: I1 money is captured once and in the
 * requested amount; I2 paid, captured and delivered agree; I3 nothing is sold twice; I4 our records match the gateway's; I5 every message
 * arrives once; I6 what was acknowledged stays; I7 nothing is left unresolved.
 */
export async function violations(books: Books): Promise<string[]> {
  const { ledger, acknowledged = [], unfinished = false } = books
  const facts = await readFacts(books.sql, books.orgIds ?? null)
  return [
    ...takenOnce(facts, ledger),
    ...delivered(facts),
    ...facts.clashes.map(({ one, other }) => `I3: terms ${one} and ${other} are sold for the same days`),
    ...facts.twice.map(({ one, other }) => `I3: entries ${one} and ${other} are two places of one person`),
    ...facts.limits.flatMap(placesHold),
    ...facts.coupons.flatMap(couponsHold),
    ...sameBooks(facts, ledger, unfinished),
    ...linesAddUp(facts),
    ...mailedOnce(facts, books),
    ...kept(facts, acknowledged),
    ...(unfinished ? [] : heard(facts, ledger)),
    ...(unfinished ? [] : resolved(facts)),
    ...(books.officeDone ? nothingLeft(ledger) : []),
  ]
}

function delivered({ orders, payments, refunds }: Facts): string[] {
  return orders.flatMap((order) => {
    const { id, status, total, activeLines, activeThings, receipts } = order
    const captured = payments.filter((one) => one.order === id && one.status === 'captured').length
    const paid = status === 'paid' || status === 'refunded'
    // Lines that an office refunds end at once; the order is refunded when the money of its last line is.
    const lines = order.lines - order.revokedLines
    const underWay = refunds.some((one) => one.order === id && one.office && one.status !== 'done')
    return [
      ...claim(
        (status === 'refunded') === (paid && total > 0 && lines === 0 && !underWay),
        `I2: order ${id} is ${status} with ${order.revokedLines} of ${order.lines} lines refunded`,
      ),
      ...claim(
        captured === (paid && total > 0 ? 1 : 0),
        `I2: order ${id} is ${status} with ${captured} payments captured`,
      ),
      ...claim(
        paid ? activeLines === lines && activeThings === lines && order.lines > 0 : activeThings === 0,
        `I2: order ${id} is ${status} with ${activeThings} active terms and tickets for ${lines} lines`,
      ),
      ...claim(order.searchable, `I2: order ${id} is searched by what it is no more`),
      ...claim(receipts === (paid && total > 0 ? 1 : 0), `I2: order ${id} is ${status} with ${receipts} receipts`),
    ]
  })
}

function mailedOnce(facts: Facts, { mailbox, whatsapp, ownMails = () => false, unfinished = false }: Books): string[] {
  const { messages, notifications, orders, refunds } = facts
  const idOf = (mail: MailLedger[number]) => /^<([0-9a-f]+)@/.exec(mail.messageId ?? '')?.[1]
  const mails = messages.filter(({ channel }) => channel === 'mail')
  const mailIds = new Set(mails.map(({ onceKey }) => messageIdOf(onceKey)))
  const byTopic = Map.groupBy(messages, ({ channel, template, about }) => `${channel} ${template} about ${about}`)
  const missingMails = (thing: string, id: string) => {
    const asked = mails.filter(({ about }) => about === id).length
    const noted = notifications.find(({ about }) => about === id)?.count ?? 0
    return claim(asked === 1 && noted === 1, `I5: ${asked} mails and ${noted} notifications about ${thing} ${id}`)
  }
  return [
    ...[...byTopic].flatMap(([topic, all]) => claim(all.length === 1, `I5: ${all.length} times ${topic}`)),
    ...orders
      .filter(({ status }) => status === 'paid' || status === 'refunded')
      .flatMap(({ id }) => missingMails('paid order', id)),
    ...refunds.filter(({ status }) => status === 'done').flatMap(({ id }) => missingMails('refund', id)),
    ...messages.flatMap(({ id, onceKey, channel, template, status }) => {
      const seen =
        channel === 'mail'
          ? mailbox.filter((mail) => idOf(mail) === messageIdOf(onceKey)).length
          : whatsapp.filter(({ callbackData }) => callbackData === id).length
      // WhatsApp has no key against repeats: what may have been sent when a worker died is not sent again, and marked.
      // Whoever did not ask for such messages gets none; what a mail about one's own money says cannot be refused.
      // An invoice that is paid, or an offer that is over, before its mail leaves is not mailed.
      const refusable = channel === 'whatsapp' || ['bought-for', 'invoice', 'waiting-offer'].includes(template)
      const ended =
        status === 'sent'
          ? seen === 1
          : (channel === 'whatsapp' && status === 'failed' && seen <= 1) ||
            (refusable && status === 'unwanted' && seen === 0)
      return claim(
        unfinished ? seen <= 1 : ended,
        `I5: ${channel} message ${id} ${template} is ${status} and seen ${seen} times`,
      )
    }),
    ...mailbox
      .filter((mail) => ownMails(mail.to) && !mailIds.has(idOf(mail) ?? ''))
      .map((mail) => `I5: nobody asked for the mail ${mail.messageId} to ${mail.to}: ${mail.subject}`),
  ]
}

function kept({ orders, payments }: Facts, acknowledged: readonly Acknowledged[]): string[] {
  const byToken = new Map<string, OrderFact>(orders.map((order) => [order.token, order]))
  return acknowledged.flatMap(({ token, saw }) => {
    const order = byToken.get(hashToken(token))
    if (!order) return [`I6: an order acknowledged as ${saw} is gone`]
    const { id, status } = order
    if (saw === 'open') return []
    if (saw === 'paid') return claim(['paid', 'refunded'].includes(status), `I6: order ${id} was paid and is ${status}`)
    return claim(
      payments.some(({ link }) => link === saw),
      `I6: a window of order ${id} is gone`,
    )
  })
}

/** A callback that was answered well is not sent again: what it said must have been noted, unless somebody undid it there. */
const heard = ({ payments }: Facts, { callbacks, authorizations }: Ledger): string[] =>
  callbacks
    .filter(({ kind, state }) => kind === 'accepted' && state === 'delivered')
    .map(({ paymentIdentifier }) => paymentIdentifier)
    .filter((window) => !payments.some((one) => one.window === window && one.authorization !== null))
    .filter((window) => authorizations.some((one) => one.paymentIdentifier === window && one.voidedAt === null))
    .map((window) => `I6: a callback for window ${window} was answered and forgotten`)

function resolved({ orders, payments, refunds, jobs }: Facts): string[] {
  const stuck = ['created', 'linking', 'authorised', 'capturing', 'unknown']
  return [
    ...payments
      .filter(({ status }) => stuck.includes(status))
      .map(({ id, status }) => `I7: payment ${id} is ${status}`),
    ...refunds.filter(({ status }) => status !== 'done').map(({ id, status }) => `I7: refund ${id} is ${status}`),
    ...orders.flatMap(({ id, status, firm, firmThings }) =>
      claim(!firm && firmThings === 0, `I7: order ${id} is ${status} and holds its places for ever`),
    ),
    ...jobs
      .filter(({ attempts, locked }) => attempts > 0 || locked)
      .map(
        ({ name, attempts, error }) => `I7: job ${name} is not done after ${attempts} attempts: ${error ?? 'no error'}`,
      ),
  ]
}
