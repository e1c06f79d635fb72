import { notes } from '#contract/notes.ts'
import { route } from '#server/http/route.ts'
import { addNote, changeNote, listNotes, removeNote, restoreNote } from './keep-notes.ts'

/** Whoever is signed in, for themselves: who acts for somebody sees their own. */
const oneself = { may: 'member', acting: 'ignored' } as const

export const noteRoutes = () => [
  route(notes.list, oneself, listNotes),
  route(notes.add, { ...oneself, rate: { calls: 60 } }, addNote),
  route(notes.change, { ...oneself, rate: { calls: 120 } }, changeNote),
  route(notes.remove, { ...oneself, rate: { calls: 120 } }, removeNote),
  route(notes.restore, { ...oneself, rate: { calls: 120 } }, restoreNote),
]
