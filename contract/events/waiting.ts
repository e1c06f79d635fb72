import * as z from 'zod/mini'
import { endpoint, eventApi, orgApi } from '../endpoint.ts'
import { DanishTexts } from '../local-text.ts'
import { asReader, MessagePreview, newMessage, WrittenMessage } from '../notifications/club-messages.ts'
import { GivenReason, Id, integer, Moment, Money, singleLine, text } from '../values.ts'
import { eligibilityCodes } from './answers.ts'

/** `all`: all of them or nobody; `at_least`: so many of them or more; `any`: as many as there are places for. */
export const waitingModes = ['all', 'at_least', 'any'] as const
export const WaitingMode = z.enum(waitingModes)
export type WaitingMode = z.infer<typeof WaitingMode>

/** `waiting` and `offered` are on the list. */
export const wishStatuses = ['waiting', 'offered', 'taken', 'declined', 'ran_out', 'left', 'removed', 'closed'] as const
export type WishStatus = (typeof wishStatuses)[number]

/** The most people of one wish. */
export const MOST_WAITING_PEOPLE = 20

/** Hours before the start of an event from which nobody waits any more and free places are on sale to everybody. */
export const CUTOFF_HOURS = 6

/** Why a person on a waiting list cannot be offered a place. */
export const WaitingProblem = z.enum([...eligibilityCodes, 'no_longer_allowed_for'])
export type WaitingProblem = z.infer<typeof WaitingProblem>

export const WaitingPerson = z.object({
  memberId: Id,
  name: text(),
  category: text(),
  categoryName: text(),
  /** Whether they are in an offer, or have a place. */
  served: z.boolean(),
  problem: z.nullable(WaitingProblem),
})
export type WaitingPerson = z.infer<typeof WaitingPerson>

/** How many wait, and for how many people. */
export const WaitingCount = z.object({ wishes: integer(0), people: integer(0) })

/** Places that are held for somebody who waited; the order is paid or accepted like any other. */
export const WaitingOffer = z.object({
  orderId: Id,
  until: Moment,
  total: Money,
  names: z.array(text()).check(z.maxLength(20)),
})

export const Wish = z.object({
  id: Id,
  eventId: Id,
  orgId: Id,
  orgKey: text(),
  orgName: text(),
  title: text(),
  danish: DanishTexts,
  startDate: Moment,
  timeZone: text(),
  mode: WaitingMode,
  atLeast: z.nullable(integer(1)),
  status: z.enum(['waiting', 'offered']),
  joinedAt: Moment,
  people: z.array(WaitingPerson).check(z.maxLength(MOST_WAITING_PEOPLE)),
  /** Those who joined earlier and still wait. */
  before: WaitingCount,
  offer: z.nullable(WaitingOffer),
})
export type Wish = z.infer<typeof Wish>

export const EventWaiting = z.object({
  /** Everybody who waits. */
  all: WaitingCount,
  wish: z.nullable(Wish),
  /** Until when one can join, and whether that is still to come. */
  until: Moment,
  isOpen: z.boolean(),
})
export type EventWaiting = z.infer<typeof EventWaiting>

/** An offer as its link shows it, to whoever holds the mail. */
export const OfferOfLink = z.object({
  state: z.enum(['open', 'taken', 'declined', 'ran_out']),
  title: text(),
  orgKey: text(),
  orgName: text(),
  eventId: Id,
  until: Moment,
  places: integer(0),
})
export type OfferOfLink = z.infer<typeof OfferOfLink>

const ofEvent = z.object({ eventId: Id })
const ofLink = z.object({ token: text(200) })

export const waiting = {
  ofEvent: endpoint({
    method: 'GET',
    path: `${eventApi}/eve/{eventId}/waiting`,
    summary: 'How many wait for places at an event, and what the caller waits for',
    params: ofEvent,
    output: EventWaiting,
    errors: ['event_not_found'],
  }),
  mine: endpoint({
    method: 'GET',
    path: `${eventApi}/waiting`,
    summary: 'What the caller waits for, with offers',
    output: z.array(Wish).check(z.maxLength(200)),
    errors: [],
  }),
  join: endpoint({
    method: 'POST',
    path: `${eventApi}/eve/{eventId}/waiting`,
    summary: 'Joins the waiting list of an event where there are not enough places',
    params: ofEvent,
    body: z.object({
      people: z
        .array(z.object({ memberId: Id, category: singleLine(60) }))
        .check(z.minLength(1), z.maxLength(MOST_WAITING_PEOPLE)),
      mode: WaitingMode,
      /** Of the mode of that name. */
      atLeast: z.optional(integer(1, MOST_WAITING_PEOPLE)),
    }),
    output: Wish,
    errors: [
      ...eligibilityCodes.filter((code) => code !== 'event_sold_out' && code !== 'club_paused'),
      'event_not_found',
      'category_not_found',
      'not_found',
      'waiting_not_needed',
      'waiting_too_many',
      'waiting_closed',
      'already_waiting',
    ],
  }),
  leave: endpoint({
    method: 'POST',
    path: `${eventApi}/waiting/{wishId}/leave`,
    summary: 'Leaves a waiting list; an offer is declined',
    params: z.object({ wishId: Id }),
    output: null,
    errors: ['not_found', 'waiting_ended', 'payment_in_progress'],
  }),
  offer: endpoint({
    method: 'GET',
    path: '/tools/member/waiting-offer',
    summary: 'What the link in the mail of an offer is about. Changes nothing',
    query: ofLink,
    output: OfferOfLink,
    errors: ['offer_link_invalid'],
  }),
  decline: endpoint({
    method: 'POST',
    path: '/tools/member/waiting-offer',
    summary: 'Declines an offer, for whoever holds its mail',
    query: ofLink,
    output: OfferOfLink,
    errors: ['offer_link_invalid', 'payment_in_progress'],
  }),
}

/**
 * Why somebody has no offer yet. `next`: one is on its way. `no_place`: nothing is free for them; `too_few`: fewer places than they want
 * together; `not_eligible`: the rules for buyers exclude too many of them.
 */
export const WhyNotYet = z.enum(['offered', 'next', 'no_place', 'too_few', 'not_eligible'])
export type WhyNotYet = z.infer<typeof WhyNotYet>

/** A wish as the club's office sees it. */
export const OfficeWish = z.object({
  id: Id,
  buyer: text(),
  people: z.array(WaitingPerson).check(z.maxLength(MOST_WAITING_PEOPLE)),
  mode: WaitingMode,
  atLeast: z.nullable(integer(1)),
  joinedAt: Moment,
  whyNot: WhyNotYet,
  /** How many of them there are places for now, whoever else waits; and the fewest that they take. */
  fits: integer(0),
  least: integer(0),
  offeredUntil: z.nullable(Moment),
})
export type OfficeWish = z.infer<typeof OfficeWish>

/** So many more places in a category would serve so many wishes. */
export const MorePlaces = z.object({ categoryName: text(), places: integer(1), wishes: integer(1) })

export const OfficeWaiting = z.object({
  wishes: z.array(OfficeWish).check(z.maxLength(100)),
  next: z.nullable(Id),
  total: WaitingCount,
  more: z.array(MorePlaces).check(z.maxLength(20)),
})
export type OfficeWaiting = z.infer<typeof OfficeWaiting>

const officePath = `${orgApi}/org/{orgId}/office/event/item/{eventId}/waiting`
const ofOffice = z.object({ orgId: Id, eventId: Id })
const oneWish = z.object({ orgId: Id, eventId: Id, wishId: Id })
const known = ['organisation_not_found', 'event_not_found'] as const

/** Those of these wishes, or of all. */
const chosenWishes = {
  wishIds: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(5000))),
  all: z.optional(z.literal(true)),
}
const requireWishes = () =>
  z.refine<{ wishIds?: readonly string[] | undefined; all?: true | undefined }>(
    ({ wishIds, all }) => (wishIds === undefined) === (all === true),
    { error: 'Say which: wishIds, or all: true', path: ['all'] },
  )

export const officeWaiting = {
  list: endpoint({
    method: 'GET',
    path: officePath,
    summary:
      'Who waits for places at an event, 100 at a time in their order, why not yet, and what more places would do',
    params: ofOffice,
    query: z.object({ after: z.optional(Id) }),
    output: OfficeWaiting,
    errors: known,
  }),
  offer: endpoint({
    method: 'POST',
    path: `${officePath}/{wishId}/offer`,
    summary: 'Offers free places to somebody out of turn, with a reason',
    params: oneWish,
    body: GivenReason,
    output: null,
    errors: [...known, 'waiting_ended', 'offer_not_possible', 'event_cancelled', 'event_is_draft', 'club_paused'],
  }),
  remove: endpoint({
    method: 'POST',
    path: `${officePath}/{wishId}/remove`,
    summary: 'Takes a wish off the list, with a reason; an offer ends',
    params: oneWish,
    body: GivenReason,
    output: null,
    errors: [...known, 'waiting_ended', 'payment_in_progress'],
  }),
  previewMessage: endpoint({
    method: 'POST',
    path: `${officePath}/message/preview`,
    summary:
      'Who would read a message to those who wait, and our words around it as one of them reads them; changes nothing',
    params: ofOffice,
    body: z.object({ ...chosenWishes, ...asReader }).check(requireWishes()),
    output: MessagePreview,
    errors: [...known, 'event_cancelled', 'event_is_draft'],
  }),
  message: endpoint({
    method: 'POST',
    path: `${officePath}/message`,
    summary:
      'Writes to those who wait for places at an event, one mail to each who joined a minute from now. A repeated token changes nothing',
    params: ofOffice,
    body: z.object({ ...chosenWishes, ...newMessage }).check(requireWishes()),
    output: WrittenMessage,
    errors: [...known, 'event_cancelled', 'event_is_draft', 'nobody_to_write'],
  }),
}
