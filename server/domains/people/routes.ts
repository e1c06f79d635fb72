import { personNotes } from '#contract/people/notes.ts'
import { personTimeline } from '#contract/people/timeline.ts'
import { clubOfPath } from '#server/domains/organisations/index.ts'
import { office, route } from '#server/http/route.ts'
import { addNote, listNotes, markNote, removeNote, saveNote } from './notes.ts'
import { listTimeline } from './timeline.ts'

const reading = { may: office('members.read', clubOfPath) } as const
const writing = { may: office('members.write', clubOfPath), rate: { calls: 120 } } as const

export const peopleRoutes = () => [
  route(personNotes.list, reading, listNotes),
  route(personNotes.add, writing, addNote),
  route(personNotes.save, writing, saveNote),
  route(personNotes.mark, writing, markNote),
  route(personNotes.remove, writing, removeNote),
  route(personTimeline.list, { ...reading, rate: { calls: 240 } }, listTimeline),
]
