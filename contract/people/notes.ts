import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { Id, integer, LocalDate, longText, Moment, requiredLines, SeenVersion, text } from '../values.ts'

export const noteKinds = ['note', 'call', 'meeting', 'agreement'] as const
export const NoteKind = z.enum(noteKinds)

/** A note about a person, as an office writes it. */
export const NoteFields = z.object({
  kind: NoteKind,
  text: requiredLines(4000),
  /** The day on which *Today* reminds of it. */
  followUpOn: z.nullable(LocalDate.check(z.regex(/^20/))),
})
export type NoteFields = z.infer<typeof NoteFields>

export const ClubNote = z.object({
  ...NoteFields.shape,
  id: Id,
  version: integer(1),
  text: longText(10_000),
  /** When the follow-up was done. */
  doneAt: z.nullable(Moment),
  /** Empty for a note from before notes had authors. */
  author: text(200),
  at: Moment,
})
export type ClubNote = z.infer<typeof ClubNote>

export const ClubNotePage = z.object({
  notes: z.array(ClubNote).check(z.maxLength(50)),
  next: z.nullable(Id),
  total: integer(0),
})

const params = z.object({ orgId: Id, memberId: Id })
const one = z.object({ orgId: Id, memberId: Id, clubNoteId: Id })
const path = `${orgApi}/org/{orgId}/office/person/{memberId}/note`
const refusals = ['organisation_not_found', 'not_found', 'changed_meanwhile'] as const

/** An office's notes about the people of its club. */
export const personNotes = {
  list: endpoint({
    method: 'GET',
    path: `${path}/list`,
    summary: 'The notes about a person, newest first, 50 at a time',
    params,
    query: z.object({ before: z.optional(Id) }),
    output: ClubNotePage,
    errors: ['organisation_not_found', 'not_found'],
  }),
  add: endpoint({
    method: 'POST',
    path: `${path}/item`,
    summary: 'Adds a note about a person',
    params,
    body: NoteFields,
    output: ClubNote,
    errors: ['organisation_not_found', 'not_found'],
  }),
  save: endpoint({
    method: 'PUT',
    path: `${path}/{clubNoteId}/item`,
    summary: 'Saves a note over the version that was edited',
    params: one,
    body: z.object({ ...NoteFields.shape, ...SeenVersion.shape }),
    output: ClubNote,
    errors: [...refusals],
  }),
  mark: endpoint({
    method: 'POST',
    path: `${path}/{clubNoteId}/done`,
    summary: 'Marks the follow-up of a note as done, or as not done. Once is enough',
    params: one,
    body: z.object({ done: z.boolean() }),
    output: ClubNote,
    errors: ['organisation_not_found', 'not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/{clubNoteId}/item`,
    summary: 'Deletes a note. The history says that there was one, not its words',
    params: one,
    output: null,
    errors: ['organisation_not_found', 'not_found'],
  }),
}
