import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { DanishTexts } from '../local-text.ts'
import { NamedMember } from '../members/members.ts'
import { MessageKind } from '../notifications/messages.ts'
import { MissingSeason } from '../memberships/office.ts'
import { Id, integer, LocalDate, Moment, Money, Sum, text } from '../values.ts'

/** Members whom an office may want to call: how many, and the first of them by name. */
const People = { count: integer(1), people: z.array(NamedMember).check(z.maxLength(20)) }

export const MembersLeaving = z.object({
  /** Whose card was declined, or is being tried again. */
  declined: z.nullable(z.object(People)),
  /** Whose days of grace end within a week. `firstEnd`: the first of those days. */
  grace: z.nullable(z.object({ ...People, firstEnd: LocalDate })),
  /** Who did not renew since the last season ended on `since`. */
  lost: z.nullable(z.object({ ...People, since: LocalDate })),
})
export type MembersLeaving = z.infer<typeof MembersLeaving>

/** The first page of a club's office. Each part is null where the caller does not hold its scope. */
export const OfficeToday = z.object({
  /** Since when the club takes real payments, in the two weeks after that. */
  wentLive: z.optional(z.nullable(Moment)),
  /** Threads that wait for an answer. */
  inbox: z.nullable(z.object({ open: integer(0), waitingSince: z.nullable(Moment) })),
  /** Payments to look up; the operator is shown the same number. */
  unresolved: z.nullable(integer(0)),
  /** Series whose season ends soon, or has ended, without a next one on sale or announced. */
  missingSeasons: z.nullable(z.array(MissingSeason).check(z.maxLength(1000))),
  /** Members whose membership ends, or has ended, without a next one. */
  leaving: z.optional(z.nullable(MembersLeaving)),
  /** Notes whose follow-up is due, the first about these people, and the day of the oldest. */
  followUps: z.optional(z.nullable(z.object({ ...People, dueSince: LocalDate }))),
  /** Cancellations of events whose refunds wait for somebody who may refund. */
  cancellations: z.optional(
    z.nullable(
      z
        .array(
          z.object({
            eventId: Id,
            title: text(),
            startedBy: text(),
            startedAt: Moment,
            /** Of a series that were cancelled together. */
            dates: z.optional(integer(1)),
          }),
        )
        .check(z.maxLength(50)),
    ),
  ),
  /** Events of the next seven days. */
  events: z.nullable(
    z
      .array(
        z.object({
          id: Id,
          title: text(),
          danish: DanishTexts,
          startDate: Moment,
          endDate: Moment,
          timeZone: text(60),
          sold: integer(0),
          /** Null for any number. */
          places: z.nullable(integer(0)),
        }),
      )
      .check(z.maxLength(50)),
  ),
  /** Mails about the club that could not be delivered in the last 30 days. */
  failedMails: z.nullable(integer(0)),
  /** The newest of them: to whom, about what, when, and what the mail server said last. */
  failedMailList: z.optional(
    z.nullable(
      z
        .array(
          z.object({ id: Id, name: text(), email: z.nullable(text()), kind: MessageKind, at: Moment, error: text() }),
        )
        .check(z.maxLength(20)),
    ),
  ),
  /** Paid and refunded in the last seven days and the seven before, in the club's currency. */
  money: z.nullable(
    z.object({
      paid: Money,
      refunded: Money,
      orders: integer(0),
      paidBefore: Money /** Paid by day, the last of the seven is today; in minor units. */,
      days: z.array(Sum).check(z.maxLength(7)),
      /** Invoices that are not paid, and what of it is overdue. */
      owed: z.object({ orders: integer(0), sum: Money, overdue: Money }),
      /** Refunds that the club has yet to make itself. */
      refundsByHand: integer(0),
    }),
  ),
})
export type OfficeToday = z.infer<typeof OfficeToday>

export const officeToday = {
  show: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/office/today`,
    summary: "What waits in a club's office, and its week in events and money",
    params: z.object({ orgId: Id }),
    output: OfficeToday,
    errors: ['organisation_not_found'],
  }),
}
