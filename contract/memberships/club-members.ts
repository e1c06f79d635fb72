import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { filterText } from '../filters.ts'
import { DanishTexts } from '../local-text.ts'
import { Address, NamedMember } from '../members/members.ts'
import { MembershipStatus, SoldSeason } from './answers.ts'
import { Decimal, Id, integer, ListCursor, LocalDate, Moment, requiredLine, singleLine, text } from '../values.ts'

/** A person's status at a club; `none` for who never had a membership. */
export const RegisterStatus = z.enum([...MembershipStatus.options, 'none'])
export type RegisterStatus = z.infer<typeof RegisterStatus>

/** How somebody came to a club. */
export const PersonSource = z.enum(['joined', 'bought', 'imported', 'added', 'asked'])

/** A word that a club put on people, to find them by. */
export const Tag = requiredLine(40)

/** The fields by which a club's register is filtered. Age and status are those of the chosen day. */
export const memberFilterFields = {
  name: { kind: 'text' },
  number: { kind: 'number' },
  age: { kind: 'number' },
  born: { kind: 'date' },
  status: { kind: 'choice', choices: RegisterStatus.options },
  /** A season that the person paid for. */
  membership: { kind: 'choice', choices: 'ids' },
  /** With a card that renews, or one that was declined. */
  renewal: { kind: 'choice', choices: ['card', 'failed', 'none'] },
  /** Whom the club may lose, or has lost, today: the lines of *Today*. */
  leaving: { kind: 'choice', choices: ['declined', 'grace', 'lost'] },
  since: { kind: 'date' },
  tags: { kind: 'choice', choices: 'words' },
  /** A team in which the person is today. */
  team: { kind: 'choice', choices: 'ids' },
  /** A value of one of the club's own fields: the field's id, `=` and the value, as `fields` holds it. */
  own: { kind: 'choice', choices: 'words' },
  /** Whether somebody may act for the person. */
  guardian: { kind: 'choice', choices: ['some', 'none'] },
  source: { kind: 'choice', choices: PersonSource.options },
  /** Whether the office or the person themselves looks after their details. */
  managed: { kind: 'choice', choices: ['office', 'person'] },
  /** Whoever has left is in the list only where a filter names this. */
  left: { kind: 'choice', choices: ['left', 'here'] },
  /** Whether an invoice of theirs is not paid: for who may see the club's money. */
  owes: { kind: 'choice', choices: ['some', 'none'] },
  leftOn: { kind: 'date' },
  email: { kind: 'text' },
  phone: { kind: 'text' },
  city: { kind: 'text' },
  postCode: { kind: 'text' },
} as const

/** A leading `-` turns the order round. */
export const MemberSort = z.enum([
  'name',
  '-name',
  'age',
  '-age',
  'status',
  '-status',
  'since',
  '-since',
  'number',
  '-number',
])
export type MemberSort = z.infer<typeof MemberSort>

export const memberListQuery = {
  /** Part of a name, e-mail address or phone number. */
  search: z.optional(singleLine(100)),
  filter: z.optional(filterText(memberFilterFields)),
  /** The day on which status, age and memberships are shown; today when left out. */
  day: z.optional(LocalDate),
  sort: z.optional(MemberSort),
}

/** The columns of the list, and of its exports. Those of a club's own fields are `own:` and the field's id. */
export const memberColumns = [
  'number',
  'age',
  'status',
  'statusUntil',
  'membership',
  'household',
  'phone',
  'email',
  'since',
  'tags',
  'born',
  'gender',
  'address',
  'postCode',
  'city',
  'country',
  'source',
  'leftOn',
] as const
export const UsualColumn = z.enum(memberColumns)
export const MemberColumn = z.union([
  UsualColumn,
  text(40).check(z.regex(/^own:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
])

export type MemberColumn = z.infer<typeof MemberColumn>

/** Values of a club's own fields, by the id of the field. */
export const OwnValues = z.record(Id, z.union([text(500), Decimal, z.boolean()]))

/** Somebody in the register of a club, as its office sees them. */
export const ClubMember = z.object({
  id: Id,
  name: text(),
  dateOfBirth: z.nullable(LocalDate),
  age: z.nullable(integer()),
  status: RegisterStatus,
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
  /** The day from which they belong to the club. */
  since: LocalDate,
  /** Given a minute after they came at the latest. */
  number: z.nullable(integer(1)),
  source: PersonSource,
  tags: z.array(text(40)).check(z.maxLength(50)),
  own: OwnValues,
  /** Made by this club, and without a sign-in: its office may edit the person. */
  managed: z.boolean(),
  leftOn: z.nullable(LocalDate),
  /** Counts what the office wrote about them. */
  version: integer(1),
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
      'The people of a club, with their status on a day; who has left only where `filter` names `left`. `filter`: JSON of a tree of `all`, `any`, `not` and conditions',
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
