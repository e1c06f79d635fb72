import * as z from 'zod/mini'
import { ClientToken } from './parts.ts'
import { endpoint, memberApi } from '../endpoint.ts'
import { Id, integer, Moment, requiredLines, text } from '../values.ts'

/** A member's private note. Nobody else sees it, not even an admin or somebody acting for them. */
export const Note = z.object({
  id: Id,
  text: text(2000),
  done: z.boolean(),
  createdAt: Moment,
  updatedAt: Moment,
  /** Incremented on each change, so that two tabs do not overwrite each other. */
  version: integer(),
})
export type Note = z.infer<typeof Note>

export const NoteText = requiredLines(2000)

export const notes = {
  list: endpoint({
    method: 'GET',
    path: `${memberApi}/member/note/list`,
    summary: "The caller's own notes, unfinished ones first, then the newest",
    asOneself: true,
    output: z.array(Note).check(z.maxLength(200)),
    errors: [],
  }),
  add: endpoint({
    method: 'POST',
    path: `${memberApi}/member/note/item`,
    summary: 'Adds a note, 200 at most. A repeated token adds nothing',
    asOneself: true,
    body: z.object({ text: NoteText, token: ClientToken }),
    output: Note,
    errors: ['too_many_notes'],
  }),
  change: endpoint({
    method: 'PUT',
    path: `${memberApi}/member/note/{noteId}/item`,
    summary:
      'Changes a note, or ticks it off, unless it was changed since the given version. Repeating a change is harmless',
    asOneself: true,
    params: z.object({ noteId: Id }),
    body: z.object({ text: NoteText, done: z.boolean(), version: integer() }),
    output: Note,
    errors: ['not_found', 'note_changed'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${memberApi}/member/note/{noteId}/item`,
    summary: 'Deletes a note; it can be restored for a day',
    asOneself: true,
    params: z.object({ noteId: Id }),
    output: null,
    errors: ['not_found'],
  }),
  restore: endpoint({
    method: 'POST',
    path: `${memberApi}/member/note/{noteId}/restore`,
    summary: 'Restores a note deleted within the last day, if there is room',
    asOneself: true,
    params: z.object({ noteId: Id }),
    output: Note,
    errors: ['not_found', 'too_many_notes'],
  }),
}
