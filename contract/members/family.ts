import * as z from 'zod/mini'
import { ActingAs } from './acting.ts'
import { endpoint, memberApi } from '../endpoint.ts'
import { Address, Gender, Member } from './members.ts'
import { Email } from '../email.ts'
import { Id, Language, LocalDate, Moment, Phone, requiredLine, text } from '../values.ts'

/** `ended`: withdrawn or not answered in time, or ended by one of the two afterwards. */
export const InvitationStatus = z.enum(['pending', 'approved', 'rejected', 'ended'])
export type InvitationStatus = z.infer<typeof InvitationStatus>

/** An invitation as one side sees it. Other names than the inviter's are included only while the link is approved. */
export const Invitation = z.object({
  id: Id,
  inviterEmail: z.nullable(text()),
  inviterName: text(),
  inviteeEmail: z.nullable(text()),
  /** Null for the inviter until it is approved: it would reveal whether the address has an account. */
  inviteeId: z.nullable(Id),
  inviteeName: z.nullable(text()),
  familyId: Id,
  status: InvitationStatus,
  createdAt: Moment,
  /** The last day to answer a pending invitation; of an ended one, only if that day passed without an answer. */
  answerBy: z.optional(LocalDate),
  answeredAt: z.nullable(Moment),
  /** `end`: end an approved link, or withdraw your own invitation. */
  can: z.object({ answer: z.boolean(), end: z.boolean() }),
})
export type Invitation = z.infer<typeof Invitation>

/** The outcome of an answer; `message` in the caller's language. */
export const Answered = z.object({ status: z.enum(['success', 'error']), message: text() })
export type Answered = z.infer<typeof Answered>

/** Somebody the caller may act for. */
export const FamilyPerson = z.object({ member: Member, as: ActingAs })
export type FamilyPerson = z.infer<typeof FamilyPerson>

/** A member's data about a participant: a child, or anybody without a sign-in. */
export const ParticipantFields = z.object({
  firstName: requiredLine(80),
  lastName: requiredLine(80),
  phone: Phone,
  gender: Gender,
  dateOfBirth: z.nullable(LocalDate),
  language: z.nullable(Language),
  /** Null when they live with the caller, whose address is used. */
  address: z.nullable(Address),
})
export type ParticipantFields = z.infer<typeof ParticipantFields>

const byId = z.object({ id: Id })

export const family = {
  people: endpoint({
    method: 'GET',
    path: `${memberApi}/family/people`,
    summary:
      'Everybody the caller may act for: own participants, approved relatives and their participants, without archived ones',
    output: z.array(FamilyPerson),
    errors: [],
  }),
  archivedParticipants: endpoint({
    method: 'GET',
    path: `${memberApi}/family/participant/archived`,
    summary: 'The caller’s archived participants',
    output: z.array(Member),
    errors: [],
  }),
  addParticipant: endpoint({
    method: 'POST',
    path: `${memberApi}/family/participant/item`,
    summary: 'Adds a participant, managed by the caller. Update them like any member',
    body: ParticipantFields,
    output: Member,
    errors: ['too_many_participants'],
  }),
  archiveParticipant: endpoint({
    method: 'POST',
    path: `${memberApi}/family/participant/archive`,
    summary: 'Archives a participant who has no membership or ticket',
    query: byId,
    output: Member,
    errors: ['not_found', 'participant_holds_membership'],
  }),
  restoreParticipant: endpoint({
    method: 'POST',
    path: `${memberApi}/family/participant/restore`,
    summary: 'Restores an archived participant',
    query: byId,
    output: Member,
    errors: ['not_found', 'too_many_participants'],
  }),
  invitations: endpoint({
    method: 'GET',
    path: `${memberApi}/family/invitation/by-email`,
    specified: true,
    summary: 'Invitations that an address sent (`inviterEmail`) or received (`email`); the caller’s own addresses only',
    query: z.object({ inviterEmail: z.optional(Email), email: z.optional(Email) }),
    output: z.array(Invitation).check(z.maxLength(200)),
    errors: ['not_found'],
  }),
  invite: endpoint({
    method: 'POST',
    path: `${memberApi}/family/invitation/item`,
    summary:
      'Invites the person with an e-mail address to a family link; the answer does not reveal whether the address has an account. Returns a pending invitation',
    body: z.object({ inviteeEmail: Email }),
    output: Invitation,
    errors: ['email_required', 'invitation_to_oneself', 'already_linked', 'impersonator_refused'],
  }),
  approve: endpoint({
    method: 'POST',
    path: `${memberApi}/family/invitation/status/approved`,
    specified: true,
    summary: 'The invited person accepts',
    query: byId,
    output: Answered,
    errors: ['not_found', 'impersonator_refused'],
  }),
  reject: endpoint({
    method: 'POST',
    path: `${memberApi}/family/invitation/status/rejected`,
    specified: true,
    summary: 'The invited person declines; nothing is shared',
    query: byId,
    output: Answered,
    errors: ['not_found', 'impersonator_refused'],
  }),
  end: endpoint({
    method: 'POST',
    path: `${memberApi}/family/invitation/status/ended`,
    summary: 'Either side ends an approved link, or the inviter withdraws a pending one',
    query: byId,
    output: Answered,
    errors: ['not_found', 'impersonator_refused'],
  }),
}
