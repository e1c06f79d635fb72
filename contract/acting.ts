import * as z from 'zod/mini'
import { endpoint, memberApi } from './endpoint.ts'
import { Member, PersonName } from './members.ts'
import { Id, Moment, text } from './values.ts'

/**
 * What lets somebody act for another: a participant one looks after; the other end of an approved family link; that one's
 * participant; a super admin's impersonation.
 */
export const ActingAs = z.enum(['participant', 'relative', 'relative_participant', 'impersonator'])
export type ActingAs = z.infer<typeof ActingAs>

/** For whom the caller acts. */
export const Acting = z.object({
  member: Member,
  as: ActingAs,
  /** When an impersonation ends unless it is used before; null for family. */
  until: z.nullable(Moment),
})
export type Acting = z.infer<typeof Acting>

/** What can be done for somebody; each has its own words. `changed`: anything else, `data.call` names it. */
export const AuditEvent = z.enum([
  'profile_changed',
  'image_changed',
  'participant_added',
  'participant_archived',
  'participant_restored',
  'family_invited',
  'family_approved',
  'family_rejected',
  'family_ended',
  'order_prepared',
  'order_cancelled',
  'ticket_given_up',
  'impersonation_started',
  'impersonation_ended',
  'changed',
])
export type AuditEvent = z.infer<typeof AuditEvent>

/** Who did what for whom: written once, never changed. */
export const AuditEntry = z.object({
  id: Id,
  at: Moment,
  /** Who was signed in. */
  actor: PersonName,
  /** For whom it was done; the actor, where one acted for oneself. */
  subject: PersonName,
  /** Null: for oneself. */
  as: z.nullable(ActingAs),
  name: AuditEvent,
  /** What the sentence needs: names of changed fields, numbers of orders, names of people; never the values themselves. */
  data: z.record(text(40), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const acting = {
  current: endpoint({
    method: 'GET',
    path: `${memberApi}/member/acting-for`,
    summary: 'For whom the caller acts, as the Acting-For header says; null without one',
    output: z.object({ acting: z.nullable(Acting) }),
    errors: [],
  }),
  impersonate: endpoint({
    method: 'POST',
    path: `${memberApi}/member/impersonation/item`,
    summary: 'A super admin of ALL begins to act as a member: for 30 minutes, renewed by use. Another one ends',
    body: z.object({ memberId: Id }),
    output: Acting,
    asOneself: true,
    errors: ['not_found', 'impersonation_refused'],
  }),
  endImpersonation: endpoint({
    method: 'POST',
    path: `${memberApi}/member/impersonation/ended`,
    summary: 'Ends the caller’s impersonation, if there is one',
    output: null,
    asOneself: true,
    errors: [],
  }),
  acts: endpoint({
    method: 'GET',
    path: `${memberApi}/member/act/list`,
    summary:
      'Who did what for whom, newest first, a page at a time: what others did for the caller and their participants, and what the caller did for others',
    query: z.object({ before: z.optional(Id) }),
    output: z.object({ acts: z.array(AuditEntry), next: z.nullable(Id) }),
    errors: [],
  }),
}
