import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { filterText } from '../filters.ts'
import { DanishTexts } from '../local-text.ts'
import { Address, NamedMember } from '../members/members.ts'
import { MembershipStatus, SoldSeason } from './answers.ts'
import { Id, integer, ListCursor, LocalDate, Moment, singleLine, text } from '../values.ts'

/** The fields by which a club's members are filtered. Age and status are those of the chosen day. */
export const memberFilterFields = {
  name: { kind: 'text' },
  age: { kind: 'number' },
  status: { kind: 'choice', choices: MembershipStatus.options },
  /** A season that the person paid for. */
  membership: { kind: 'choice', choices: 'ids' },
  /** With a card that renews, or one that was declined. */
  renewal: { kind: 'choice', choices: ['card', 'failed', 'none'] },
  /** Whom the club may lose, or has lost, today: the lines of *Today*. */
  leaving: { kind: 'choice', choices: ['declined', 'grace', 'lost'] },
  since: { kind: 'date' },
  email: { kind: 'text' },
  phone: { kind: 'text' },
  city: { kind: 'text' },
  postCode: { kind: 'text' },
} as const

/** A leading `-` turns the order round. */
export const MemberSort = z.enum(['name', '-name', 'age', '-age', 'status', '-status', 'since', '-since'])
export type MemberSort = z.infer<typeof MemberSort>

export const memberListQuery = {
  /** Part of a name, e-mail address or phone number. */
  search: z.optional(singleLine(100)),
  filter: z.optional(filterText(memberFilterFields)),
  /** The day on which status, age and memberships are shown; today when left out. */
  day: z.optional(LocalDate),
  sort: z.optional(MemberSort),
}

/** Somebody who has or had a membership of the club, as its office sees them. */
export const ClubMember = z.object({
  id: Id,
  name: text(),
  dateOfBirth: z.nullable(LocalDate),
  age: z.nullable(integer()),
  status: MembershipStatus,
  /** The last day of this status, where it ends by itself. */
  statusUntil: z.nullable(LocalDate),
  /** The seasons of the day; without one the last before it, or else the next. */
  memberships: z.array(text()).check(z.maxLength(50)),
  /** Those of them that are in Danish although the reader's language is another. */
  danish: z.optional(z.array(text()).check(z.maxLength(50))),
  /** Their family at this club. */
  household: z.array(NamedMember).check(z.maxLength(50)),
  email: z.nullable(text()),
  phone: text(),
  postCode: text(),
  city: text(),
  /** The first day of their first season. */
  since: z.nullable(LocalDate),
})
export type ClubMember = z.infer<typeof ClubMember>

/** A person's page in a club's office. */
export const ClubMemberDetail = z.object({
  ...ClubMember.shape,
  profileImage: z.nullable(text()),
  address: z.nullable(Address),
  registrationDate: Moment,
  /** The office's notes about them. */
  comments: text(10_000),
  /** Newest first. */
  terms: z
    .array(
      z.object({
        id: Id,
        name: text(),
        danish: DanishTexts,
        startDate: LocalDate,
        endDate: LocalDate,
        status: z.enum(['held', 'active', 'cancelled']),
      }),
    )
    .check(z.maxLength(500)),
  autoRenewal: z.boolean(),
  family: z
    .array(
      z.object({
        ...NamedMember.shape,
        /** `participant` and `parent`: one manages the other. */
        as: z.enum(['participant', 'parent', 'relative']),
        age: z.nullable(integer()),
        status: MembershipStatus,
      }),
    )
    .check(z.maxLength(200)),
})
export type ClubMemberDetail = z.infer<typeof ClubMemberDetail>

export const ClubMemberPage = z.object({
  people: z.array(ClubMember),
  total: integer(),
  next: z.nullable(ListCursor),
  day: LocalDate,
})

export const officeMembers = {
  list: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/members`,
    summary:
      'Everybody who has or had a membership of a club, with their status on a day. `filter`: JSON of a tree of `all`, `any`, `not` and conditions',
    params: z.object({ orgId: Id }),
    query: z.object({ ...memberListQuery, after: z.optional(ListCursor) }),
    /** `total`: how many match. */
    output: ClubMemberPage,
    mayBeStale: true,
    errors: ['organisation_not_found', 'day_out_of_range'],
  }),
  seasons: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/members/seasons`,
    summary: 'The seasons that people of a club paid for, newest first, to filter by',
    params: z.object({ orgId: Id }),
    output: z.array(SoldSeason).check(z.maxLength(500)),
    mayBeStale: true,
    errors: ['organisation_not_found'],
  }),
  show: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/members/{memberId}`,
    summary: 'One of them with memberships and family',
    params: z.object({ orgId: Id, memberId: Id }),
    output: ClubMemberDetail,
    errors: ['organisation_not_found', 'not_found'],
  }),
}
