import * as z from 'zod/mini'
import { ShownClub } from './organisations/face.ts'
import { endpoint, memberApi } from './endpoint.ts'
import { EventSummary } from './events/answers.ts'
import { FamilyPerson, Invitation } from './members/family.ts'
import { Membership } from './memberships/answers.ts'
import { UnpaidOrder } from './orders/answers.ts'
import { Organisation } from './organisations/organisations.ts'
import { Ticket } from './events/tickets.ts'
import { Id, integer, Moment } from './values.ts'

/** A club whose office the caller works for, and what waits there. */
export const OfficeWork = z.object({
  club: ShownClub,
  /** Threads that wait for an answer; 0 where the caller does not read the inbox. */
  open: integer(),
  /** Since when the first of them waits; null when none does. */
  waitingSince: z.nullable(Moment),
  /** Payments to look up; 0 where the caller does not handle money. */
  unresolved: integer(),
})
export type OfficeWork = z.infer<typeof OfficeWork>

/** The steps to a first membership: in full, as one line after a while, or not at all. */
export const Joining = z.enum(['steps', 'quiet', 'dismissed'])
export type Joining = z.infer<typeof Joining>

/** Prompts of the first page that somebody dismissed: memberships that ended, or becoming a member at all. */
export const HomeDismissal = z.object({
  about: z.enum(['memberships', 'joining']),
  membershipIds: z.array(Id).check(z.maxLength(200)),
})
export type HomeDismissal = z.infer<typeof HomeDismissal>

/** The parts of the first page, each as its own endpoint answers it. */
export const Home = z.object({
  clubs: z.array(Organisation).check(z.maxLength(1000)),
  people: z.array(FamilyPerson),
  /** Of the caller and those people; while acting for somebody, of that person. */
  memberships: z.array(Membership).check(z.maxLength(1000)),
  unpaid: z.array(UnpaidOrder).check(z.maxLength(50)),
  invitations: z.array(Invitation).check(z.maxLength(200)),
  tickets: z.array(Ticket).check(z.maxLength(500)),
  /** The next events that fit the family; where none does, the next of all. */
  events: z.array(EventSummary).check(z.maxLength(24)),
  eventsFit: z.boolean(),
  joining: Joining,
  /** Clubs at which something waits for the caller, the first five. */
  offices: z.array(OfficeWork).check(z.maxLength(5)),
})
export type Home = z.infer<typeof Home>

export const home = {
  show: endpoint({
    method: 'GET',
    path: `${memberApi}/member/home`,
    summary: "What the caller's first page shows, in one answer",
    output: Home,
    errors: [],
  }),
  dismiss: endpoint({
    method: 'PUT',
    path: `${memberApi}/member/home/dismissal`,
    summary:
      'Does not ask the caller again, on any device: about memberships that ended, for the season on offer and half a year; or about becoming a member, for a year',
    body: HomeDismissal,
    output: null,
    errors: ['impersonator_refused', 'not_found'],
  }),
}
