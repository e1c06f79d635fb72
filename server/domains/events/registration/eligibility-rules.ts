import type { EligibilityRule, MembershipOffer } from '#contract/event-answers.ts'
import { wallClock } from '../event-days.ts'
import { ageOn } from '#server/domains/members/index.ts'

/** What of an event decides who may register, and when. */
export interface GatedEvent {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly timeZone: string
  readonly publicFrom: Date
  /** From when it is public when null. */
  readonly saleFrom: Date | null
  /** Until it ends when null. */
  readonly saleUntil: Date | null
  readonly forMembers: boolean
  readonly guestsInvited: boolean
  readonly onePerPerson: boolean
}

export interface GatedCategory {
  readonly minAge: number | null
  readonly maxAge: number | null
  readonly membersOnly: boolean
}

export interface GatedPerson {
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string | null
  /** Paid, in its days of grace, or in the basket: a membership of the club covers the first day. */
  readonly isMember: boolean
  /** What they hold at the event already. */
  readonly entry: { readonly id: string; readonly reserved: boolean } | null
}

export interface EligibilityFacts {
  readonly now: Date
  readonly event: GatedEvent
  /** The caller speaks for the club: a public date to come does not stop them. */
  readonly bypassesPublicDate: boolean
  /** Places that can be taken, and how many are wanted; null: no limit. */
  readonly left: number | null
  readonly wanted?: number
  /** Left out for what stands in everybody's way. */
  readonly choice?: { readonly category: GatedCategory; readonly person: GatedPerson }
}

const at = (moment: Date) => moment.toISOString()

/** Why somebody cannot register, what cannot be mended first. Empty: nothing stands in the way. */
export function unmetRules({
  now,
  event,
  bypassesPublicDate,
  left,
  wanted = 1,
  choice,
}: EligibilityFacts): EligibilityRule[] {
  const gates: EligibilityRule[] = []
  if (event.publicFrom > now && !bypassesPublicDate)
    gates.push({ code: 'event_not_public', from: at(event.publicFrom) })
  if (event.endsAt <= now) gates.push({ code: 'event_over', until: at(event.endsAt) })
  if (choice && isForMembersOnly(event) && !choice.person.isMember) gates.push({ code: 'event_members_only' })
  if (event.saleFrom && event.saleFrom > now) gates.push({ code: 'event_sale_not_started', from: at(event.saleFrom) })
  if (event.saleUntil && event.saleUntil <= now && event.endsAt > now)
    gates.push({ code: 'event_sale_ended', until: at(event.saleUntil) })
  if (left !== null && left < wanted) gates.push({ code: 'event_sold_out', left: Math.max(left, 0) })
  if (choice) gates.push(...unmetRulesOfChoice(event, choice))
  return gates
}

function unmetRulesOfChoice(
  event: GatedEvent,
  { category, person }: NonNullable<EligibilityFacts['choice']>,
): EligibilityRule[] {
  const gates: EligibilityRule[] = []
  const { entry } = person
  if (event.onePerPerson && entry)
    gates.push({ code: 'already_registered', entryId: entry.id, ...(entry.reserved ? { reserved: true } : {}) })
  if (category.membersOnly && !person.isMember) gates.push({ code: 'category_members_only' })
  const { minAge, maxAge } = category
  if (minAge === null && maxAge === null) return gates
  if (person.dateOfBirth === null) return [...gates, { code: 'birth_date_missing' }]
  const age = ageOn(wallClock(event.startsAt, event.timeZone).day, person.dateOfBirth)
  if (age < (minAge ?? 0) || age > (maxAge ?? Infinity))
    gates.push({
      code: 'category_age',
      ...(minAge === null ? {} : { minAge }),
      ...(maxAge === null ? {} : { maxAge }),
    })
  return gates
}

const isForMembers = ({ code }: EligibilityRule) => code === 'event_members_only' || code === 'category_members_only'

/** What an unpaid order of the buyer's holds gives way to a new one. */
const isMendable = (gate: EligibilityRule) => gate.code === 'already_registered' && gate.reserved === true

/** Whether nothing stands in the way. */
export const isOpen = (gates: readonly EligibilityRule[]): boolean => gates.every(isMendable)

/** Whether being a member is all that is missing: a membership is offered there and nowhere else. */
export const isOpenToMembers = (gates: readonly EligibilityRule[]): boolean =>
  gates.some(isForMembers) && gates.every((gate) => isForMembers(gate) || isMendable(gate))

/** The gates with the membership that opens them. */
export const withOffer = (gates: readonly EligibilityRule[], offer: MembershipOffer | null): EligibilityRule[] =>
  gates.map((gate) => (offer && isForMembers(gate) ? { ...gate, offer } : gate))

/** Nobody but members registers; where guests are invited, or it says nothing, anyone does. */
export const isForMembersOnly = ({ forMembers, guestsInvited }: GatedEvent): boolean => forMembers && !guestsInvited
