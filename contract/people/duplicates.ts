import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { Id, integer, LocalDate, Moment, text } from '../values.ts'

/** Why two people can be one: the same name, and what else is the same. */
export const Likeness = z.enum(['birth_date', 'phone', 'post_code'])
export type Likeness = z.infer<typeof Likeness>

/** Fields of the person who goes that the office takes over. */
export const takenFields = ['name', 'dateOfBirth', 'gender', 'email', 'phone', 'address'] as const
export const TakenField = z.enum(takenFields)
export type TakenField = z.infer<typeof TakenField>

/** Why an office cannot make two people one. */
export const mergeRefusals = [
  'merged_already',
  'both_sign_in',
  'gone_signs_in',
  'other_club',
  'own_family',
  'two_guardians',
  'saved_card',
  'under_way',
] as const
export const MergeRefusal = z.enum(mergeRefusals)
export type MergeRefusal = z.infer<typeof MergeRefusal>

/** Why a merge cannot be undone any more. */
export const undoRefusals = [
  'merged_later',
  'erased',
  'signed_in',
  'details_changed',
  'email_taken',
  'new_purchase',
  'new_message',
  'new_note',
  'new_family',
  'new_other',
] as const
export const UndoRefusal = z.enum(undoRefusals)
export type UndoRefusal = z.infer<typeof UndoRefusal>

export const PairedPerson = z.object({ memberId: Id, name: text(200) })

export const DuplicatePair = z.object({
  people: z.array(PairedPerson).check(z.length(2)),
  because: z.array(Likeness).check(z.maxLength(3)),
})
export type DuplicatePair = z.infer<typeof DuplicatePair>

export const PersonMerge = z.object({
  id: Id,
  kept: PairedPerson,
  gone: PairedPerson,
  by: text(200),
  at: Moment,
  /** How many rows stay with the one who is gone. */
  alsoHeld: integer(0),
})
export type PersonMerge = z.infer<typeof PersonMerge>

/** Days for which two people can answer whether they are one. */
export const MERGE_REQUEST_DAYS = 14

/** Two people who both sign in, asked whether they are one. */
export const MergeRequest = z.object({
  id: Id,
  kept: PairedPerson,
  gone: PairedPerson,
  by: text(200),
  until: Moment,
  keptAgreed: z.boolean(),
  goneAgreed: z.boolean(),
})
export type MergeRequest = z.infer<typeof MergeRequest>

export const ComparedFields = z.object({
  name: text(200),
  dateOfBirth: z.nullable(LocalDate),
  gender: text(20),
  email: text(254),
  phone: text(40),
  address: text(400),
})

/** A person beside another. */
export const ComparedPerson = z.object({
  ...PairedPerson.shape,
  number: z.nullable(integer(1)),
  since: LocalDate,
  /** They sign in, or somebody who does looks after them. */
  hasOwner: z.boolean(),
  fields: ComparedFields,
  seasons: integer(0),
  tickets: integer(0),
  purchases: integer(0),
  questions: integer(0),
  notes: integer(0),
  family: integer(0),
})
export type ComparedPerson = z.infer<typeof ComparedPerson>

export const Comparison = z.object({
  kept: ComparedPerson,
  gone: ComparedPerson,
  refusals: z.array(MergeRefusal).check(z.maxLength(10)),
  /** Names of seasons and events that both hold: these stay with the one who goes. */
  both: z.array(text(300)).check(z.maxLength(50)),
  /** The one who goes has a guardian, who does not become that of the one who is kept and signs in. */
  endsGuardian: z.boolean(),
  /** One that waits for an answer, whoever of them stays. */
  request: z.nullable(MergeRequest),
})
export type Comparison = z.infer<typeof Comparison>

export const DuplicateList = z.object({
  pairs: z.array(DuplicatePair).check(z.maxLength(100)),
  total: integer(0),
  merges: z.array(PersonMerge).check(z.maxLength(50)),
  /** Those that wait for an answer. */
  requests: z.array(MergeRequest).check(z.maxLength(50)),
})

export const MergeId = z.object({ mergeId: Id })

const params = z.object({ orgId: Id })
const path = `${orgApi}/org/{orgId}/office/duplicate`
const two = z.object({ keptId: Id, goneId: Id })

/** People who are in a club's register twice. */
export const personDuplicates = {
  list: endpoint({
    method: 'GET',
    path: `${path}/list`,
    summary: 'Pairs of people who can be one, the surest first, and the last merges',
    params,
    output: DuplicateList,
    errors: ['organisation_not_found'],
  }),
  compare: endpoint({
    method: 'GET',
    path: `${path}/compare`,
    summary: 'Two people side by side: what would move, and what is in the way',
    params,
    query: two,
    output: Comparison,
    errors: ['organisation_not_found', 'not_found'],
  }),
  decide: endpoint({
    method: 'POST',
    path: `${path}/not-same`,
    summary: 'Remembers that two people are not one, or forgets it. Once is enough',
    params,
    body: z.object({ memberId: Id, otherId: Id, notSame: z.boolean() }),
    output: null,
    errors: ['organisation_not_found', 'not_found'],
  }),
  merge: endpoint({
    method: 'POST',
    path: `${path}/merge`,
    summary: 'Makes two people one. Nothing is dropped; the id of the one who goes leads to the one who is kept',
    params,
    body: z.object({ ...two.shape, take: z.array(TakenField).check(z.maxLength(takenFields.length)) }),
    output: MergeId,
    errors: ['organisation_not_found', 'not_found', 'merge_not_possible', 'role_not_yours'],
  }),
  ask: endpoint({
    method: 'POST',
    path: `${path}/request`,
    summary: 'Asks two people who both sign in whether they are one. Once is enough while it waits for an answer',
    params,
    body: two,
    output: MergeRequest,
    errors: ['organisation_not_found', 'not_found', 'merge_not_possible'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: `${path}/request/withdraw`,
    summary: 'Withdraws what two people were asked',
    params,
    body: z.object({ requestId: Id }),
    output: null,
    errors: ['organisation_not_found', 'not_found', 'merge_request_over'],
  }),
  undo: endpoint({
    method: 'POST',
    path: `${path}/undo`,
    summary: 'Undoes a merge, while nothing new hangs on the kept person. Once is enough',
    params,
    body: MergeId,
    output: null,
    errors: ['organisation_not_found', 'not_found', 'merge_not_undoable'],
  }),
}
