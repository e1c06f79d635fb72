import type { Reader } from '#server/database/db.ts'
import type { Actor } from '#server/http/actor.ts'
import type { PersonWithRelationship } from '#server/domains/members/index.ts'
import { readOffers, selectPaidDays, type OfferFor, type PaidDays } from '#server/domains/memberships/index.ts'
import { wallClock } from '#server/database/local-time.ts'
import { isForMembersOnly } from './eligibility-rules.ts'
import type { EventForSale } from './queries.ts'

/** Whether an event has rules or prices for members. */
const asksForMembers = (event: EventForSale): boolean =>
  isForMembersOnly(event) ||
  event.categories.some(
    (one) => one.membersOnly || one.memberPrice !== null || one.phases.some((phase) => phase.memberPrice !== null),
  )

type Dated = Pick<EventForSale, 'orgId' | 'timeZone' | 'startsAt' | 'memberSeries'>

const firstDayOf = ({ timeZone, startsAt }: Pick<Dated, 'timeZone' | 'startsAt'>) => wallClock(startsAt, timeZone).day

/** Membership days of people at the clubs of events that need them; no query otherwise. */
export async function readPaidDays(
  db: Reader,
  events: readonly EventForSale[],
  memberIds: readonly string[],
): Promise<PaidDays[]> {
  const asking = events.filter(asksForMembers)
  if (asking.length === 0 || memberIds.length === 0) return []
  return selectPaidDays(db, [...new Set(asking.map(({ orgId }) => orgId))], memberIds)
}

const counts = ({ memberSeries }: Pick<Dated, 'memberSeries'>, series: string) =>
  memberSeries === null || memberSeries.includes(series)

/** Whether a paid membership that counts at the event, or its grace period, covers the first day. */
export const isMemberBy =
  (days: readonly PaidDays[]) =>
  (event: Dated, memberId: string): boolean => {
    const first = firstDayOf(event)
    return days.some(
      (one) =>
        one.orgId === event.orgId &&
        one.memberId === memberId &&
        counts(event, one.series) &&
        one.from <= first &&
        first <= one.until,
    )
  }

/** The membership that would make one of these people a member for an event. @param actor who would pay */
export async function readEventOffers(
  db: Reader,
  actor: Actor,
  events: readonly EventForSale[],
  people: readonly PersonWithRelationship[],
): Promise<(event: EventForSale, memberId: string) => OfferFor> {
  const offerAt = await readOffers(db, actor, [...new Set(events.map(({ orgId }) => orgId))], people)
  return (event, memberId) => offerAt(event.orgId, firstDayOf(event), memberId, event.memberSeries)
}
