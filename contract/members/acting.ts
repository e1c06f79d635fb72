import * as z from 'zod/mini'
import { endpoint, memberApi } from '../endpoint.ts'
import { Member, PersonName } from './members.ts'
import { Facts, Id, Moment } from '../values.ts'

/**
 * Why somebody may act for another: as manager of a participant, by an approved family link, for the relative's participant, or as an
 * impersonating super admin.
 */
export const ActingAs = z.enum(['participant', 'relative', 'relative_participant', 'impersonator'])
export type ActingAs = z.infer<typeof ActingAs>

/** The member that the caller acts for. */
export const Acting = z.object({
  member: Member,
  as: ActingAs,
  /** When an unused impersonation ends; null for family. */
  until: z.nullable(Moment),
})
export type Acting = z.infer<typeof Acting>

/** Actions for somebody else. `changed` is anything else; `data.call` names the call. */
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

/** An audit entry: who did what for whom. */
export const AuditEntry = z.object({
  id: Id,
  at: Moment,
  /** Who was signed in. */
  actor: PersonName,
  /** The member it was done for; the actor when acting for themselves. */
  subject: PersonName,
  /** Null when acting for themselves. */
  as: z.nullable(ActingAs),
  name: AuditEvent,
  /** Values for the message: names of changed fields, order numbers, people's names; never the changed values. */
  data: Facts,
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const CurrentActing = z.object({ acting: z.nullable(Acting) })

export const AuditPage = z.object({ acts: z.array(AuditEntry), next: z.nullable(Id) })

export const acting = {
  current: endpoint({
    method: 'GET',
    path: `${memberApi}/member/acting-for`,
    summary: 'The member that the Acting-For header names; null without one',
    output: CurrentActing,
    errors: [],
  }),
  impersonate: endpoint({
    method: 'POST',
    path: `${memberApi}/member/impersonation/item`,
    summary:
      'Starts impersonating a member, for super admins of ALL. Ends 30 minutes after its last use, or when another one starts',
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
      'The audit log, newest first, in pages: what others did for the caller and their participants, and what the caller did for others',
    query: z.object({ before: z.optional(Id) }),
    output: AuditPage,
    errors: [],
  }),
}
