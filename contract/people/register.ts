import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { chosenRows, filterText, requireSelection } from '../filters.ts'
import { LocalName, LocalText } from '../local-text.ts'
import {
  MemberColumn,
  memberFilterFields,
  memberListQuery,
  MemberSort,
  OwnValues,
  Tag,
} from '../memberships/club-members.ts'
import { Decimal, Id, integer, LocalDate, requiredLine, SeenVersion, singleLine, text } from '../values.ts'

/** A club's own fields, at most. */
export const MOST_CLUB_FIELDS = 30
export const MOST_TAGS = 20
/** Choices of an own field. */
export const MOST_FIELD_OPTIONS = 30
/** Letters of a text of an own field. */
export const MOST_OWN_TEXT = 500
/** Numbers of an own field are smaller. */
export const MOST_OWN_NUMBER = 1e12

export const ClubFieldKind = z.enum(['text', 'number', 'date', 'choice', 'yes_no'])
export type ClubFieldKind = z.infer<typeof ClubFieldKind>

/** A field of a club's own in its register, which its office sees. */
export const ClubField = z.object({
  id: Id,
  version: integer(1),
  label: LocalText,
  kind: ClubFieldKind,
  /** Of a choice: people have one of them, in Danish. */
  options: z.array(LocalText).check(z.maxLength(MOST_FIELD_OPTIONS)),
  /** Not shown and not filled in any more; what people have is kept. */
  archived: z.boolean(),
})
export type ClubField = z.infer<typeof ClubField>

const fieldBody = {
  label: LocalName.check(z.refine(({ da }) => da !== '', { path: ['da'], error: 'missing' })),
  options: z.array(LocalName).check(z.maxLength(MOST_FIELD_OPTIONS)),
}

/** A filter of the register with its columns and order. */
export const SavedView = z.object({
  id: Id,
  version: integer(1),
  name: text(60),
  /** Everybody in the office has it. */
  shared: z.boolean(),
  /** JSON of a filter of the register; null: nobody is left out. */
  filter: z.nullable(text(6000)),
  columns: z.array(text(40)).check(z.maxLength(60)),
  sort: z.nullable(MemberSort),
})
export type SavedView = z.infer<typeof SavedView>

const viewBody = {
  name: requiredLine(60),
  shared: z.boolean(),
  filter: z.nullable(filterText(memberFilterFields)),
  columns: z.array(MemberColumn).check(z.maxLength(60)),
  sort: z.nullable(MemberSort),
}

/** A value of an own field; null takes it away. */
const OwnValue = z.nullable(z.union([singleLine(MOST_OWN_TEXT), Decimal, z.boolean()]))

export const TagUse = z.object({ tag: text(40), people: integer(1) })

/** How many people were changed; how many would have more than the most, and stay as they were. */
export const Tagged = z.object({ changed: integer(0), full: integer(0) })

/** A person's tags and own fields in a club's register. */
export const RegisterEntry = z.object({
  version: integer(1),
  tags: z.array(text(40)).check(z.maxLength(50)),
  own: OwnValues,
  leftOn: z.nullable(LocalDate),
})

const params = z.object({ orgId: Id })
const path = `${orgApi}/org/{orgId}/register`
const { sort: _, ...which } = memberListQuery

export const register = {
  fields: endpoint({
    method: 'GET',
    path: `${path}/fields`,
    summary: "A club's own fields of its register, archived ones last",
    params,
    output: z.array(ClubField).check(z.maxLength(500)),
    errors: ['organisation_not_found'],
  }),
  addField: endpoint({
    method: 'POST',
    path: `${path}/fields`,
    summary: `Adds a field to a club's register, which has ${MOST_CLUB_FIELDS} at most`,
    params,
    body: z.object({ ...fieldBody, kind: ClubFieldKind }),
    output: ClubField,
    errors: ['organisation_not_found', 'too_many_club_fields'],
  }),
  saveField: endpoint({
    method: 'PUT',
    path: `${path}/fields/{fieldId}`,
    summary: 'Changes a field, archives it, or takes it back. Values that people have are kept',
    params: z.object({ orgId: Id, fieldId: Id }),
    body: z.object({ ...fieldBody, archived: z.boolean(), ...SeenVersion.shape }),
    output: ClubField,
    errors: ['organisation_not_found', 'not_found', 'changed_meanwhile', 'too_many_club_fields'],
  }),
  views: endpoint({
    method: 'GET',
    path: `${path}/views`,
    summary: "The caller's saved views of a club's register, and those that its office shares",
    params,
    output: z.array(SavedView).check(z.maxLength(200)),
    errors: ['organisation_not_found'],
  }),
  addView: endpoint({
    method: 'POST',
    path: `${path}/views`,
    summary:
      'Saves a filter of the register with its columns and order. A shared one needs the right to change members',
    params,
    body: z.object(viewBody),
    output: SavedView,
    errors: ['organisation_not_found', 'too_many_views'],
  }),
  saveView: endpoint({
    method: 'PUT',
    path: `${path}/views/{viewId}`,
    summary: 'Changes a saved view',
    params: z.object({ orgId: Id, viewId: Id }),
    body: z.object({ ...viewBody, ...SeenVersion.shape }),
    output: SavedView,
    errors: ['organisation_not_found', 'not_found', 'changed_meanwhile'],
  }),
  deleteView: endpoint({
    method: 'DELETE',
    path: `${path}/views/{viewId}`,
    summary: 'Deletes a saved view',
    params: z.object({ orgId: Id, viewId: Id }),
    output: null,
    errors: ['organisation_not_found', 'not_found'],
  }),
  tags: endpoint({
    method: 'GET',
    path: `${path}/tags`,
    summary: "The tags of a club's people, with how many have each",
    params,
    output: z.array(TagUse).check(z.maxLength(1000)),
    errors: ['organisation_not_found'],
  }),
  tag: endpoint({
    method: 'POST',
    path: `${path}/tags`,
    summary: `Puts tags on people, or takes them away. Nobody has more than ${MOST_TAGS}`,
    params,
    body: z
      .object({
        add: z.array(Tag).check(z.maxLength(MOST_TAGS)),
        remove: z.array(Tag).check(z.maxLength(MOST_TAGS)),
        ...which,
        ...chosenRows,
      })
      .check(requireSelection()),
    output: Tagged,
    errors: ['organisation_not_found', 'day_out_of_range'],
  }),
  badges: endpoint({
    method: 'POST',
    path: `${path}/badges`,
    summary: 'Name badges as a PDF, ten on a page of A4; each print is in the history of the club',
    params,
    body: z.object({ ...memberListQuery, ...chosenRows }).check(requireSelection()),
    output: 'file',
    files: ['application/pdf'],
    errors: ['organisation_not_found', 'not_found', 'day_out_of_range', 'too_many_to_print'],
  }),
  savePerson: endpoint({
    method: 'PUT',
    path: `${path}/people/{memberId}`,
    summary: "What a club's register says of a person: tags, and its own fields by id; those left out stay",
    params: z.object({ orgId: Id, memberId: Id }),
    body: z.object({
      tags: z.array(Tag).check(z.maxLength(MOST_TAGS)),
      own: z.record(Id, OwnValue),
      ...SeenVersion.shape,
    }),
    output: RegisterEntry,
    errors: ['organisation_not_found', 'not_found', 'changed_meanwhile'],
  }),
}
