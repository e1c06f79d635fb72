import * as z from 'zod/mini'
import { ShownClub } from '../organisations/face.ts'
import { endpoint, orgApi } from '../endpoint.ts'
import { GrantedRole, OfficeRole, officeRoles, Scope } from './scopes.ts'
import { Email } from '../email.ts'
import { Id, integer, integerInQuery, Moment, OrgKey, requiredLine, singleLine, text, WithReason } from '../values.ts'

/** A club in whose office the caller works, and what they may do there. */
export const Office = z.object({
  club: ShownClub,
  scopes: z.array(Scope),
  /** Empty for an administrator by the sign-in alone. */
  roles: z.array(GrantedRole),
  /** An administrator by a role of the sign-in, which only the operator changes. */
  bySignIn: z.boolean(),
  /** An operator who looks, and changes nothing. */
  readOnly: z.boolean(),
})
export type Office = z.infer<typeof Office>

/** Somebody with access to a club's office. */
export const OfficePerson = z.object({
  /** Null for an administrator by the sign-in alone. */
  grantId: z.nullable(Id),
  memberId: Id,
  name: text(),
  email: z.nullable(text()),
  roles: z.array(GrantedRole),
  bySignIn: z.boolean(),
  /** When the access was given; null for one by the sign-in. */
  since: z.nullable(Moment),
  by: z.nullable(text()),
  until: z.nullable(Moment),
  /** Why an operator looks, or invited them. */
  reason: z.nullable(text()),
  version: integer(),
  isSelf: z.boolean(),
})
export type OfficePerson = z.infer<typeof OfficePerson>

export const OfficeInvitation = z.object({
  id: Id,
  email: text(),
  roles: z.array(OfficeRole),
  invitedAt: Moment,
  invitedBy: text(),
  expiresAt: Moment,
  expired: z.boolean(),
  /** Why an operator invites. */
  reason: z.nullable(text()),
})
export type OfficeInvitation = z.infer<typeof OfficeInvitation>

export const OfficePeople = z.object({
  people: z.array(OfficePerson),
  invitations: z.array(OfficeInvitation),
  /** The roles that the caller may give: those of which they hold every right. */
  mayGive: z.array(OfficeRole),
})
export type OfficePeople = z.infer<typeof OfficePeople>

export const InvitationToken = z.object({ token: requiredLine(200) })

const ofClub = z.object({ orgId: Id })
const Roles = z.array(OfficeRole).check(z.minLength(1), z.maxLength(officeRoles.length))

export const ShownInvitation = z.object({
  club: ShownClub,
  roles: z.array(OfficeRole),
  invitedBy: text(),
  /** The invited address, and the caller's. */
  email: text(),
  yours: z.nullable(text()),
  expiresAt: Moment,
  /** The caller has accepted it, and is in the office. */
  accepted: z.boolean(),
})

export const officeAccess = {
  mine: endpoint({
    method: 'GET',
    path: `${orgApi}/org/office/mine/list`,
    summary:
      'The clubs in whose office the caller works, by name, and what they may do there; up to a thousand at once, otherwise in pages',
    query: z.object({
      /** Words of a club's name, town or description. */
      search: z.optional(singleLine(100)),
      /** The last club of the previous page. */
      after: z.optional(Id),
      limit: z.optional(integerInQuery(1, 1000)),
    }),
    /** 1,000 at most, and by default. */
    output: z.array(Office).check(z.maxLength(1000)),
    errors: [],
  }),
  show: endpoint({
    method: 'GET',
    path: `${orgApi}/org/office/{orgKey}/item`,
    summary: 'What the caller may do in the office of the club with a key',
    params: z.object({ orgKey: OrgKey }),
    output: Office,
    errors: ['organisation_not_found'],
  }),
  people: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/office/people/list`,
    summary: 'Who has access to the office, and who is invited',
    params: ofClub,
    output: OfficePeople,
    errors: ['organisation_not_found'],
  }),
  invite: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/office/invitation/item`,
    summary:
      'Invites somebody by e-mail; the link works for 14 days. Once more for the same address: a new link, the old one ends',
    params: ofClub,
    body: z.object({ email: Email, roles: Roles }),
    output: OfficePeople,
    errors: ['organisation_not_found', 'role_not_yours', 'already_in_office', 'own_access'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: `${orgApi}/org/{orgId}/office/invitation/{invitationId}/item`,
    summary: 'Withdraws an invitation',
    params: z.extend(ofClub, { invitationId: Id }),
    output: OfficePeople,
    errors: ['organisation_not_found', 'not_found'],
  }),
  change: endpoint({
    method: 'PUT',
    path: `${orgApi}/org/{orgId}/office/people/{grantId}/item`,
    summary: "Changes somebody's roles",
    params: z.extend(ofClub, { grantId: Id }),
    body: z.object({ roles: Roles, version: integer(1) }),
    output: OfficePeople,
    errors: ['organisation_not_found', 'not_found', 'role_not_yours', 'own_access', 'last_chair', 'changed_meanwhile'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: `${orgApi}/org/{orgId}/office/people/{grantId}/item`,
    summary: "Takes somebody's access away, at once",
    params: z.extend(ofClub, { grantId: Id }),
    output: OfficePeople,
    errors: ['organisation_not_found', 'not_found', 'role_not_yours', 'own_access', 'last_chair'],
  }),
  look: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/office/look/item`,
    summary: 'Lets an operator read the office for an hour. The club sees who looks, and why',
    params: ofClub,
    body: WithReason,
    output: Office,
    asOneself: true,
    errors: ['organisation_not_found'],
  }),
  leave: endpoint({
    method: 'POST',
    path: `${orgApi}/org/office/{orgKey}/left`,
    summary: 'Leaves the office of a club',
    params: z.object({ orgKey: OrgKey }),
    output: null,
    errors: ['not_found', 'last_chair', 'impersonator_refused'],
  }),
  invitation: endpoint({
    method: 'POST',
    path: `${orgApi}/org/office/invitation/shown`,
    summary: 'The invitation behind a mailed link, for whoever is signed in',
    body: InvitationToken,
    output: ShownInvitation,
    errors: ['office_invitation_invalid', 'office_invitation_ended'],
  }),
  accept: endpoint({
    method: 'POST',
    path: `${orgApi}/org/office/invitation/accepted`,
    summary: 'Accepts an invitation; only with the address that was invited',
    body: InvitationToken,
    output: Office,
    errors: [
      'office_invitation_invalid',
      'office_invitation_ended',
      'office_invitation_of_other',
      'impersonator_refused',
    ],
  }),
}
