import * as z from 'zod/mini'
import { endpoint, memberApi, orgApi } from './endpoint.ts'
import { PersonName } from './members/members.ts'
import { GivenReason, Id, integer, LocalDate, singleLine, text } from './values.ts'

/** Why a person cannot be erased yet. `name`: the order, the relative or the club. */
export const ErasureRefusal = z.object({
  because: z.enum(['order_under_way', 'refund_in_flight', 'second_guardian', 'office_role']),
  name: text(),
})
export type ErasureRefusal = z.infer<typeof ErasureRefusal>

/** Who can be erased, what goes with them, what stays, and what stands in the way. */
export const Erasure = z.object({
  person: PersonName,
  /** To be typed to confirm: the name, or the address of somebody without. */
  confirmation: text(),
  goes: z.object({
    /** Names of participants whom nobody else manages: they are erased, too. */
    participants: z.array(text()).check(z.maxLength(200)),
    memberships: z.array(z.object({ club: text(), until: LocalDate })).check(z.maxLength(500)),
    /** Places at events to come. */
    tickets: integer(0),
    cards: integer(0),
    questions: integer(0),
  }),
  stays: z.object({
    receipts: integer(0),
    /** When the last of them goes. */
    receiptsUntil: z.nullable(LocalDate),
    /** Participants whom a relative manages from then on. */
    participants: z.array(z.object({ name: text(), with: text() })).check(z.maxLength(200)),
  }),
  refusals: z.array(ErasureRefusal).check(z.maxLength(20)),
  /** Begins when it can be stopped no more. */
  waiting: z.nullable(z.object({ actionId: Id, secondsLeft: integer(0) })),
  /** The last attempt of the last minutes was refused. */
  wasRefused: z.boolean(),
})
export type Erasure = z.infer<typeof Erasure>

const params = z.object({ memberId: Id })
const errors = ['not_found', 'impersonator_refused'] as const
const refused = ['name_not_confirmed', 'erasure_not_possible'] as const
const ofMember = `${memberApi}/member/data/{memberId}/erasure`
const ofPerson = `${orgApi}/operator/people/{memberId}/erasure`
const confirmed = { confirmation: singleLine(200) }

/** A member for themselves and their participants; an operator for anybody. */
export const privacy = {
  erasure: endpoint({
    method: 'GET',
    path: ofMember,
    summary:
      'What an erasure of the caller, or of their participant, would remove, what stays, and what stands in the way',
    params,
    output: Erasure,
    errors,
  }),
  erase: endpoint({
    method: 'POST',
    path: ofMember,
    summary: 'Erases the caller or their participant in a minute; needs a fresh sign-in and the name, typed',
    params,
    body: z.object(confirmed),
    output: Erasure,
    errors: [...errors, ...refused],
  }),
  stopErasure: endpoint({
    method: 'POST',
    path: `${ofMember}/{actionId}/stop`,
    summary: 'Stops an erasure within its minute: nothing has been removed',
    params: z.object({ memberId: Id, actionId: Id }),
    output: Erasure,
    errors: [...errors, 'too_late_to_stop'],
  }),
  erasureOfPerson: endpoint({
    method: 'GET',
    path: ofPerson,
    summary: 'What an erasure of a person would remove, what stays, and what stands in the way',
    params,
    output: Erasure,
    errors: ['not_found'],
  }),
  erasePerson: endpoint({
    method: 'POST',
    path: ofPerson,
    summary: 'Erases a person in a minute',
    params,
    body: z.object({ ...confirmed, reason: GivenReason.shape.reason }),
    output: Erasure,
    errors: ['not_found', ...refused],
  }),
  stopErasureOfPerson: endpoint({
    method: 'POST',
    path: `${ofPerson}/{actionId}/stop`,
    summary: 'Stops an erasure of a person within its minute: nothing has been removed',
    params: z.object({ memberId: Id, actionId: Id }),
    output: Erasure,
    errors: ['not_found', 'too_late_to_stop'],
  }),
}
