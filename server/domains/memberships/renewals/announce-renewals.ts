import type { Language } from '#contract/values.ts'
import { addDays } from '#server/database/clock.ts'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { selectSuccessors, type Successor } from '../next-season.ts'
import { broadcast, notify, type About } from '#server/domains/notifications/index.ts'
import { formatDay, formatList, formatMoney } from '#server/documents/format.ts'
import * as m from '#words/messages.js'
import * as queries from './announce-queries.ts'
import { ANNOUNCE_DAYS, CARD_DAYS, CHARGE_DAYS, chargeDay, NOTICE_DAYS } from './renewal-days.ts'

/** Payers per transaction: short enough for concurrent buyers. */
const PART = 2000

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Announces to every payer whose card will renew memberships that end within four weeks: for whom, the price, when,
 * and how to decline. Left out are seasons that cannot be bought by the day of the charge, and those for another age,
 * whose payers are notified of what fits instead. Each payer is notified once, however often this runs, is interrupted or
 * runs concurrently; after an addition or a price increase they are notified again and charged at least a week later.
 * @param today in Copenhagen
 * @returns the number of people with a new renewal
 */
export async function announceRenewals(db: Db, today: string): Promise<number> {
  let announced = 0
  for (const group of await queries.selectGroups(db, today, ANNOUNCE_DAYS)) {
    const day = chargeDay(group.endDate, today)
    const successors = await selectSuccessors(db, { orgId: group.orgId, onSaleBy: day, endDate: group.endDate })
    if (successors.length === 0) continue
    const soonest = addDays(today, NOTICE_DAYS)
    await inTransaction(db, async (tx) => {
      await queries.lockGroup(tx, group)
      await queries.raiseAmounts(tx, group, { successors, soonest })
      await notifyPending(tx, group, soonest)
      await notifyOutgrown(tx, group, successors)
    })
    for (let after: string | null = BEFORE_ALL; after !== null;) {
      const part = { group, today, chargeDay: day, after, successors }
      const done: { upTo: string | null; count: number } = await inTransaction(db, (tx) => announcePart(tx, part))
      announced += done.count
      after = done.upTo
    }
  }
  for (const group of await queries.selectUntoldGroups(db))
    await inTransaction(db, async (tx) => {
      await queries.lockGroup(tx, group)
      await notifyPending(tx, group, addDays(today, NOTICE_DAYS))
    })
  return announced
}

async function announcePart(tx: Tx, part: Omit<queries.Part, 'upTo'>) {
  const { group, today, after } = part
  const upTo = await queries.selectPartEnd(tx, group.orgId, after, PART)
  if (upTo === null) return { upTo, count: 0 }
  await queries.lockGroup(tx, group)
  const count = await queries.insertRenewals(tx, { ...part, upTo })
  if (count > 0) {
    await notifyRound(tx, group, 1, queries.newCharges({ group, after, upTo }))
    await notifyPending(tx, group, addDays(today, NOTICE_DAYS))
  }
  return { upTo, count }
}

/** Notifies payers of changes made after their last announcement. */
async function notifyPending(tx: Tx, group: queries.Group, soonest: string): Promise<void> {
  await queries.postponeUntold(tx, group, soonest)
  await queries.withdrawTaken(tx, group)
  for (const round of await queries.selectUnsentRounds(tx, group)) {
    await notifyRound(tx, group, round, queries.untoldCharges(group, round))
    await queries.markNotified(tx, group, round)
  }
}

async function notifyRound(
  tx: Tx,
  group: queries.Group,
  round: number,
  charges: ReturnType<typeof queries.untoldCharges>,
): Promise<void> {
  const { orgId, endDate } = group
  for (const notice of await queries.selectNotices(tx, charges)) {
    const { earlier, amount, day, raisedFrom, cardExpires } = notice
    const facts = [round, day, amount, raisedFrom ?? '', cardExpires, ...(earlier > 0 ? [earlier] : [])]
    await broadcast(tx, {
      receivers: queries.payersOf(notice),
      type: 'MEMBERSHIP_RENEW',
      texts: bellWords(group, notice),
      data: { orgId, endDate, automatic: true },
      onceKey: ['renewal-announced', orgId, endDate, ...facts].join(':'),
      mail: { template: 'renewal-announced', data: { orgId, endDate, raisedFrom, earlier } },
    })
  }
}

/** The most pressing first: a card that cannot be charged, then a higher price. */
function bellWords({ club, endDate }: queries.Group, notice: queries.RenewalNotice): About['texts'] {
  return (locale) => {
    const money = (minor: number) => formatMoney(minor, notice.currency, locale)
    const charge = formatDay(notice.day, locale)
    const amount = money(notice.amount)
    const starts = notice.startDate && m.renewal_starts_later({ day: formatDay(notice.startDate, locale) }, { locale })
    const say = notice.cardExpires
      ? {
          title: m.notification_renewal_card_title({ club }, { locale }),
          message: `${m.notification_renewal_card_due({ charge, amount }, { locale })} ${otherCard(notice.soldFrom, locale)}`,
        }
      : notice.raisedFrom === null
        ? {
            title: m.notification_renewal_announced_title({ club }, { locale }),
            message: m.notification_renewal_announced_message(
              { day: formatDay(endDate, locale), charge, amount },
              { locale },
            ),
          }
        : {
            title: m.notification_renewal_raised_title({ club, amount }, { locale }),
            message: m.notification_renewal_raised_message(
              { amount, was: money(notice.raisedFrom), charge },
              { locale },
            ),
          }
    return starts ? { ...say, message: `${say.message} ${starts}` } : say
  }
}

/** When another card can be given: with the purchase of next season. */
const otherCard = (soldFrom: string | null, locale: Language): string =>
  soldFrom === null
    ? m.notification_renewal_card_pay({}, { locale })
    : m.mail_renewal_card_later({ day: formatDay(soldFrom, locale) }, { locale })

/**
 * Notifies payers two months before the charge that their card runs out first, once for a last day. Later, the announcement says so.
 * @param today in Copenhagen
 * @returns how many were notified
 */
export async function announceExpiringCards(db: Db, today: string): Promise<number> {
  let notified = 0
  const groups = await queries.selectGroups(db, today, CHARGE_DAYS + CARD_DAYS)
  for (const { orgId, endDate, club } of groups) {
    if (endDate <= addDays(today, ANNOUNCE_DAYS)) continue
    const day = chargeDay(endDate, today)
    const successors = await selectSuccessors(db, { orgId, endDate, onSaleBy: day })
    if (successors.length === 0) continue
    const bySale = Map.groupBy(successors, ({ offerStartDate }) => (offerStartDate > today ? offerStartDate : null))
    // Whoever can give another card for one of theirs is notified of that; otherwise from when, for all of them.
    const inOrder = [...bySale].toSorted(([a], [b]) => (a === null ? -1 : b === null ? 1 : b.localeCompare(a)))
    notified += await inTransaction(db, async (tx) => {
      let count = 0
      for (const [soldFrom, some] of inOrder)
        count += await broadcast(tx, {
          receivers: queries.payersWithExpiringCard({ orgId, endDate }, day, successors, some),
          type: 'MEMBERSHIP_RENEW',
          texts: (locale) => ({
            title: m.notification_renewal_card_title({ club }, { locale }),
            message: `${m.notification_renewal_card_message({ charge: formatDay(day, locale) }, { locale })} ${otherCard(soldFrom, locale)}`,
          }),
          data: { orgId, endDate, automatic: true },
          onceKey: `renewal-card-expires:${orgId}:${endDate}`,
          mail: { template: 'renewal-card-expires', data: { orgId, endDate } },
        })
      return count
    })
  }
  return notified
}

/** Notifies payers of those whom their card does not renew because they have outgrown their membership, once of each of them. */
async function notifyOutgrown(tx: Tx, group: queries.Group, successors: readonly Successor[]): Promise<void> {
  if (successors.every(({ minAge, maxAge }) => minAge === null && maxAge === null)) return
  const { orgId, endDate, club } = group
  for (const { payerId, people } of await queries.selectNewlyOutgrown(tx, group, successors)) {
    const membershipIds = [...people.keys()]
    await notify(tx, {
      receiverId: payerId,
      type: 'MEMBERSHIP_RENEW',
      texts: (locale) => ({
        title: m.notification_renewal_outgrown_title({ club }, { locale }),
        message: m.notification_renewal_outgrown_message(
          { day: formatDay(endDate, locale), names: formatList([...people.values()], locale) },
          { locale },
        ),
      }),
      data: { orgId, endDate },
      onceKey: ['renewal-outgrown', orgId, endDate, payerId, ...membershipIds].join(':'),
      mail: { template: 'renewal-outgrown', orgId, data: { memberId: payerId, endDate, membershipIds } },
    })
  }
}
