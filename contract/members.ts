import * as z from 'zod/mini'
import { endpoint, memberApi } from './endpoint.ts'
import { Email, Id, Language, LocalDate, Moment, Phone, requiredLine, singleLine } from './values.ts'

/** Field names are the specification's, capitals included. */
export const Address = z.object({
  AddressLine1: singleLine(50),
  AddressLine2: singleLine(50),
  AddressLine3: singleLine(50),
  City: singleLine(50),
  PostCode: singleLine(16),
  Country: singleLine(60),
})
export type Address = z.infer<typeof Address>

export const Gender = z.enum(['female', 'male', 'other', ''])

export const Member = z.object({
  id: Id,
  parentId: z.nullable(Id),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
  gender: Gender,
  dateOfBirth: z.nullable(LocalDate),
  profileImage: z.nullable(z.string()),
  address: z.nullable(Address),
  enabled: z.boolean(),
  language: z.nullable(Language),
  registrationDate: Moment,
  updateDate: Moment,
  familyLink: z.boolean(),
  familyInvitationStatus: z.nullable(z.string()),
  familyInvitationRequest: z.nullable(z.string()),
  /** What the caller may do with this member. */
  can: z.object({ edit: z.boolean() }),
})
export type Member = z.infer<typeof Member>

/** What a member may change about themselves. Anything else in the body is ignored. */
export const MemberChanges = z.object({
  id: Id,
  firstName: requiredLine(80),
  lastName: requiredLine(80),
  phone: Phone,
  gender: Gender,
  dateOfBirth: z.nullable(LocalDate),
  language: z.nullable(Language),
  address: Address,
  /** The `updateDate` the form was loaded with; a later change elsewhere is then not overwritten unseen. */
  updateDate: z.optional(Moment),
})
export type MemberChanges = z.infer<typeof MemberChanges>

export const members = {
  signIn: endpoint({
    method: 'POST',
    path: `${memberApi}/member/sign-in`,
    summary: 'Finds the member of this sign-in, or creates it from the token',
    output: z.object({ member: Member, created: z.boolean() }),
    errors: ['member_disabled', 'name_required'],
  }),
  claim: endpoint({
    method: 'POST',
    path: `${memberApi}/member/claim`,
    summary:
      'Connects this sign-in, whose e-mail address is not verified, with the member of that address; by the link mailed to it',
    body: z.object({ token: z.string().check(z.maxLength(200)) }),
    output: Member,
    errors: ['claim_link_invalid', 'claim_not_possible', 'member_disabled'],
  }),
  searchEmail: endpoint({
    method: 'GET',
    path: `${memberApi}/member/search-email`,
    summary: 'The member with an e-mail address, among those the caller may see',
    query: z.object({ email: Email }),
    output: Member,
    errors: ['not_found'],
  }),
  byEmail: endpoint({
    method: 'GET',
    path: `${memberApi}/member/item`,
    summary: 'The member with an e-mail address, among those the caller may see',
    query: z.object({ email: Email }),
    output: Member,
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: `${memberApi}/member/item`,
    summary: 'Creates the member of this sign-in; the names, e-mail address and phone come from the token',
    body: z.looseObject({}),
    output: Member,
    errors: ['member_disabled', 'name_required'],
  }),
  update: endpoint({
    method: 'PUT',
    path: `${memberApi}/member/item`,
    summary: 'Changes a member',
    body: MemberChanges,
    output: Member,
    errors: ['not_found', 'member_changed_meanwhile'],
  }),
}
