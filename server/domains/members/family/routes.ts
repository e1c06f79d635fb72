import { family } from '#contract/members/family.ts'
import { route } from '#server/http/route.ts'
import {
  addParticipant,
  archiveParticipant,
  type HoldsUntilByDomain,
  listArchived,
  listPeople,
  restoreParticipant,
} from './participants.ts'
import { type AnswerServices, approveInvitation, endInvitation, rejectInvitation } from './answer-invitation.ts'
import { invite, listInvitations } from './invitations.ts'

export interface FamilyServices extends AnswerServices {
  readonly holdsUntil: HoldsUntilByDomain
}

/** Reserved to the members themselves: refused while impersonating. */
const answering = { may: 'member', impersonator: 'refused', rate: { calls: 30 } } as const
const changing = { may: 'member', rate: { calls: 30 } } as const

export const familyRoutes = (services: FamilyServices) => [
  route(family.people, { may: 'member' }, listPeople),
  route(family.archivedParticipants, { may: 'member' }, listArchived),
  route(family.addParticipant, changing, addParticipant),
  route(family.archiveParticipant, changing, (tx, actor, input) =>
    archiveParticipant(services.holdsUntil, tx, actor, input),
  ),
  route(family.restoreParticipant, changing, restoreParticipant),
  route(family.invitations, { may: 'member', rate: { calls: 120 } }, listInvitations),
  route(family.invite, { may: 'member', impersonator: 'refused', transaction: 'own', rate: { calls: 5 } }, invite),
  route(family.approve, answering, (tx, actor, input) => approveInvitation(services, tx, actor, input)),
  route(family.reject, answering, (tx, actor, input) => rejectInvitation(services, tx, actor, input)),
  route(family.end, answering, (tx, actor, input) => endInvitation(services, tx, actor, input)),
]
