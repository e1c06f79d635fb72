import type { MembershipOffer } from '#contract/event-answers.ts'
import type { Reader } from '#server/database/db.ts'
import { selectOffers, selectPaidDays, type PaidDays } from '#server/domains/memberships/index.ts'
import { wallClock } from '../event-days.ts'
import { isForMembersOnly } from './gates.ts'
import type { EventForSale } from './queries.ts'

/** Who is a member where, and what would make one of them. */
export interface Standings {
  /** A paid membership of the club, or one in its days of grace, covers the event's first day. */
  isMember(event: EventForSale, memberId: string): boolean
  /** The club's cheapest membership on sale that covers the event's first day. */
  offerFor(event: EventForSale): MembershipOffer | undefined
}

/** Whether anything at an event depends on being a member of its club. */
const asksForMembers = (event: EventForSale): boolean =>
  isForMembersOnly(event) || event.categories.some((one) => one.membersOnly || one.memberPrice !== null)

/** Asks nothing where nothing depends on it: two queries at most, however many events and people. */
export async function readStandings(
  db: Reader,
  events: readonly EventForSale[],
  memberIds: readonly string[],
): Promise<Standings> {
  const paid = await readPaidDays(db, events, memberIds)
  const isMember = isMemberBy(paid)
  const open = events.filter((event) => asksForMembers(event) && memberIds.some((id) => !isMember(event, id)))
  return { isMember, offerFor: await readOffers(db, open) }
}

export async function readPaidDays(
  db: Reader,
  events: readonly EventForSale[],
  memberIds: readonly string[],
): Promise<PaidDays[]> {
  const asking = events.filter(asksForMembers)
  if (asking.length === 0 || memberIds.length === 0) return []
  return selectPaidDays(db, [...new Set(asking.map(({ orgId }) => orgId))], memberIds)
}

/** @param days when people are members, of which clubs; both ends included */
export const isMemberBy =
  (days: readonly PaidDays[]) =>
  ({ orgId, timeZone, startsAt }: EventForSale, memberId: string): boolean => {
    const first = wallClock(startsAt, timeZone).day
    return days.some(
      (one) => one.orgId === orgId && one.memberId === memberId && one.from <= first && first <= one.until,
    )
  }

/** What makes a member for an event, of the cheapest; one query. */
export async function readOffers(
  db: Reader,
  events: readonly EventForSale[],
): Promise<(event: EventForSale) => MembershipOffer | undefined> {
  const offers = events.length === 0 ? [] : await selectOffers(db, [...new Set(events.map(({ orgId }) => orgId))])
  return ({ orgId, timeZone, startsAt }) => {
    const first = wallClock(startsAt, timeZone).day
    return offers.find((one) => one.orgId === orgId && one.startDate <= first && first <= one.endDate)
  }
}
