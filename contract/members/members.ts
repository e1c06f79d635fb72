import * as z from 'zod/mini'
import { endpoint, memberApi } from '../endpoint.ts'
import { Email } from '../email.ts'
import {
  Id,
  integerInQuery,
  Language,
  LocalDate,
  longText,
  Moment,
  Phone,
  singleLine,
  text,
  AnyFields,
} from '../values.ts'

/** The specification's field names, capitals included. */
export const Address = z.object({
  AddressLine1: singleLine(50),
  AddressLine2: singleLine(50),
  AddressLine3: singleLine(50),
  City: singleLine(50),
  PostCode: singleLine(16),
  Country: singleLine(60),
})
export type Address = z.infer<typeof Address>

/** A person's name in lists and logs. */
export const PersonName = z.object({ id: Id, firstName: text(), lastName: text() })
export type PersonName = z.infer<typeof PersonName>

export const NamedMember = z.object({ memberId: Id, name: text() })

/** An entry of the list where a super admin chooses whom to impersonate. */
export const ListedMember = z.object({ ...PersonName.shape, email: z.nullable(text()) })
export type ListedMember = z.infer<typeof ListedMember>

export const Gender = z.enum(['female', 'male', 'other', ''])

export const Member = z.object({
  id: Id,
  parentId: z.nullable(Id),
  firstName: text(),
  lastName: text(),
  email: z.nullable(text()),
  phone: text(),
  gender: Gender,
  dateOfBirth: z.nullable(LocalDate),
  profileImage: z.nullable(text()),
  address: z.nullable(Address),
  enabled: z.boolean(),
  /** Set while a participant is archived. */
  archivedAt: z.nullable(Moment),
  /** A club's notes on the member; null unless the caller is an admin of one of their clubs. */
  comments: z.nullable(text(2000)),
  language: z.nullable(Language),
  registrationDate: Moment,
  updateDate: Moment,
  /** Whether an approved family link lets the caller see them. */
  familyLink: z.boolean(),
  /** `approved` with `familyLink`, otherwise null: a pending link shows nothing. */
  familyInvitationStatus: z.nullable(z.literal('approved')),
  /** The id of the invitation behind the family link. */
  familyInvitationRequest: z.nullable(Id),
  /** The caller's permissions for this member. */
  can: z.object({
    edit: z.boolean(),
    buy: z.boolean(),
    archive: z.boolean(),
    comment: z.boolean(),
  }),
})
export type Member = z.infer<typeof Member>

/** The fields that a member may change. Others are ignored. */
const changes = z.object({
  id: Id,
  firstName: singleLine(80),
  lastName: singleLine(80),
  phone: Phone,
  gender: Gender,
  dateOfBirth: z.nullable(LocalDate),
  language: z.nullable(Language),
  address: Address,
  /** Ignored unless the caller may write it. Null, which most callers read, changes nothing. */
  comments: z.optional(z.nullable(longText(2000))),
  /** The `updateDate` that the form was loaded with, so that a later change is not overwritten. */
  updateDate: z.optional(Moment),
})

/** One name is enough: a sign-in may bring no other, and some people have no other. */
const hasName = ({ value, issues }: z.core.ParsePayload<{ firstName: string; lastName: string }>): void => {
  if (value.firstName === '' && value.lastName === '')
    issues.push({ code: 'too_small', origin: 'string', minimum: 1, input: '', path: ['firstName'] })
}

export const MemberChanges = changes.check(hasName)
export type MemberChanges = z.infer<typeof MemberChanges>

export const SignedIn = z.object({
  member: Member,
  created: z.boolean(),
  /** Keys of the clubs that gave the member a role in their office. */
  offices: z.array(text(40)),
})

export const TokenCheck = z.object({ isValid: z.boolean() })

export const members = {
  signIn: endpoint({
    method: 'POST',
    path: `${memberApi}/member/sign-in`,
    summary: 'Finds the member of this sign-in, or creates it from the token',
    output: SignedIn,
    asOneself: true,
    errors: ['member_disabled', 'signed_in_before_erasure'],
  }),
  claim: endpoint({
    method: 'POST',
    path: `${memberApi}/member/claim`,
    summary:
      'Connects this sign-in, whose e-mail address is not verified, with the member of that address, by a mailed link',
    body: z.object({ token: text(200) }),
    output: Member,
    asOneself: true,
    errors: ['claim_link_invalid', 'claim_not_possible', 'member_disabled'],
  }),
  searchEmail: endpoint({
    method: 'GET',
    path: `${memberApi}/member/search-email`,
    specified: true,
    summary: 'The member with an e-mail address, if the caller may see them',
    query: z.object({ email: Email }),
    output: Member,
    errors: ['not_found'],
  }),
  byEmail: endpoint({
    method: 'GET',
    path: `${memberApi}/member/item`,
    specified: true,
    summary: 'The member with an e-mail address, if the caller may see them',
    query: z.object({ email: Email }),
    output: Member,
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: `${memberApi}/member/item`,
    specified: true,
    summary: 'Creates the member of this sign-in; the names, e-mail address and phone come from the token',
    body: AnyFields,
    output: Member,
    asOneself: true,
    errors: ['member_disabled', 'signed_in_before_erasure'],
  }),
  update: endpoint({
    method: 'PUT',
    path: `${memberApi}/member/item`,
    summary: 'Changes a member',
    /** A null address changes nothing. */
    body: z.extend(changes, { address: z.nullable(Address) }).check(hasName),
    output: Member,
    errors: ['not_found', 'member_changed_meanwhile', 'impersonator_refused'],
  }),
  list: endpoint({
    method: 'GET',
    path: `${memberApi}/member/list`,
    specified: true,
    summary:
      'Members by first and last name, for super admins of ALL; `search` matches first name, last name or e-mail address',
    query: z.object({
      /** 1000 by default. */
      size: z.optional(integerInQuery(1, 1000)),
      search: z.optional(singleLine(100)),
    }),
    output: z.array(ListedMember),
    asOneself: true,
    mayBeStale: true,
    errors: [],
  }),
  image: endpoint({
    method: 'GET',
    path: `${memberApi}/member/{memberId}/image`,
    summary: 'The profile image of a member whom the caller may see',
    params: z.object({ memberId: Id }),
    output: 'file',
    files: ['image/webp'],
    errors: ['not_found'],
  }),
  putImage: endpoint({
    method: 'PUT',
    path: `${memberApi}/member/{memberId}/image`,
    summary:
      'Sets the profile image: a JPEG, PNG, WebP, AVIF or GIF of at most 5 MB and 25 megapixels by its content, kept as a small square without metadata',
    params: z.object({ memberId: Id }),
    upload: { maxBytes: 5_000_000 },
    output: Member,
    errors: ['not_found', 'payload_too_large', 'image_unreadable', 'image_too_large', 'files_unavailable'],
  }),
  removeImage: endpoint({
    method: 'DELETE',
    path: `${memberApi}/member/{memberId}/image`,
    summary: 'Removes the profile image',
    params: z.object({ memberId: Id }),
    output: Member,
    errors: ['not_found'],
  }),
  validateToken: endpoint({
    method: 'POST',
    path: '/tools/api/auth/validate-token',
    specified: true,
    summary: 'Whether this portal accepts a token',
    body: z.object({ token: text(16_384) }),
    output: TokenCheck,
    errors: [],
  }),
}
