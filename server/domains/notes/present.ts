import type { Note } from '#contract/notes.ts'
import type { NoteRow } from './queries.ts'

export const presentNote = ({ id, text, done, version, createdAt, updatedAt }: NoteRow): Note => ({
  id,
  text,
  done,
  version,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
