import * as z from 'zod/mini'
import { endpoint, memberApi, orgApi } from '../endpoint.ts'
import { choice, formatted, line, optional, phone, schemaOf } from '../fields.ts'
import { Gender } from '../members/members.ts'
import { Email } from '../email.ts'
import { Id, lines, LocalDate, Moment, text } from '../values.ts'

/** A person's details that a club's office suggests. */
export const suggestedFields = {
  firstName: line(80),
  lastName: line(80),
  dateOfBirth: optional({ kind: 'day' as const, schema: LocalDate }),
  gender: choice(Gender),
  phone: phone(),
  addressLine1: line(50),
  addressLine2: line(50),
  postCode: line(16),
  city: line(50),
}
export const SuggestedFields = schemaOf(suggestedFields)
export type SuggestedFields = z.infer<typeof SuggestedFields>

/** A managed person's details, which the office edits itself. An e-mail address is also a way to sign in: nobody suggests another. */
export const personFields = { ...suggestedFields, email: formatted('email', z.union([z.literal(''), Email]), 254) }
export const PersonFields = schemaOf(personFields)
export type PersonFields = z.infer<typeof PersonFields>

export const SuggestedField = z.enum(
  Object.keys(suggestedFields) as [keyof SuggestedFields, ...(keyof SuggestedFields)[]],
)

/** A field with its value and the suggested one. */
export const SuggestedChange = z.object({ field: SuggestedField, before: text(200), after: text(200) })
const changes = z.array(SuggestedChange).check(z.maxLength(20))

export const PersonProfile = z.object({
  /** Of what the caller saw. */
  version: Moment,
  fields: PersonFields,
  /** The office edits them itself. */
  managed: z.boolean(),
  /** Who answers a suggestion; null for nobody. */
  answers: z.nullable(text(200)),
  /** One that waits for an answer. */
  suggestion: z.nullable(z.object({ id: Id, note: text(300), by: text(200), at: Moment, changes })),
  /** The last answer. */
  answered: z.nullable(
    z.object({
      at: Moment,
      accepted: z.array(SuggestedField).check(z.maxLength(20)),
      declined: z.array(SuggestedField).check(z.maxLength(20)),
    }),
  ),
})
export type PersonProfile = z.infer<typeof PersonProfile>

/** A suggestion, as the person or who looks after them reads it. */
export const OwnSuggestion = z.object({
  id: Id,
  club: text(200),
  memberId: Id,
  name: text(200),
  note: text(300),
  at: Moment,
  changes,
})
export type OwnSuggestion = z.infer<typeof OwnSuggestion>

const params = z.object({ orgId: Id, memberId: Id })
const path = `${orgApi}/org/{orgId}/office/person/{memberId}`
const own = `${memberApi}/member/suggestion`

export const personProfile = {
  show: endpoint({
    method: 'GET',
    path: `${path}/profile`,
    summary: "A person's details with what was suggested to them",
    params,
    output: PersonProfile,
    errors: ['organisation_not_found', 'not_found'],
  }),
  save: endpoint({
    method: 'PUT',
    path: `${path}/profile`,
    summary: 'Saves the details of a person without a sign-in whom this club made, over the version that was edited',
    params,
    body: z.object({ ...PersonFields.shape, version: Moment }),
    output: PersonProfile,
    errors: ['organisation_not_found', 'not_found', 'person_not_managed', 'email_taken', 'changed_meanwhile'],
  }),
  suggest: endpoint({
    method: 'POST',
    path: `${path}/suggestion`,
    summary: 'Suggests changes to the person, or who looks after them, instead of what was suggested before',
    params,
    body: z.object({
      ...SuggestedFields.shape,
      note: lines(300),
      /** Of what the caller saw. */
      version: z.optional(Moment),
    }),
    output: PersonProfile,
    errors: ['organisation_not_found', 'not_found', 'nobody_to_ask', 'nothing_suggested', 'changed_meanwhile'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: `${path}/suggestion`,
    summary: 'Withdraws what waits for an answer',
    params,
    output: PersonProfile,
    errors: ['organisation_not_found', 'not_found'],
  }),
  mine: endpoint({
    method: 'GET',
    path: `${own}/list`,
    summary: 'Changes that clubs suggest to the caller, for themselves and their participants',
    output: z.array(OwnSuggestion).check(z.maxLength(100)),
    errors: [],
  }),
  answer: endpoint({
    method: 'POST',
    path: `${own}/{suggestionId}/answer`,
    summary: 'Accepts some of the suggested changes, and declines the others',
    params: z.object({ suggestionId: Id }),
    body: z.object({ accepted: z.array(SuggestedField).check(z.maxLength(20)) }),
    output: null,
    errors: ['not_found', 'suggestion_answered', 'impersonator_refused'],
  }),
}
