import { personNotes } from '#contract/people/notes.ts'
import { personTimeline } from '#contract/people/timeline.ts'
import { clubOfPath } from '#server/domains/organisations/index.ts'
import { office, route } from '#server/http/route.ts'
import { addNote, listNotes, markNote, removeNote, saveNote } from './notes.ts'
import { listTimeline } from './timeline.ts'
import { register } from '#contract/people/register.ts'
import { addField, listFields, saveField } from './club-fields.ts'
import { listTags, savePerson, tagPeople } from './register.ts'
import { addView, deleteView, listViews, saveView } from './saved-views.ts'

const reading = { may: office('members.read', clubOfPath) } as const
const writing = { may: office('members.write', clubOfPath), rate: { calls: 120 } } as const

export const peopleRoutes = () => [
  route(personNotes.list, reading, listNotes),
  route(personNotes.add, writing, addNote),
  route(personNotes.save, writing, saveNote),
  route(personNotes.mark, writing, markNote),
  route(personNotes.remove, writing, removeNote),
  route(personTimeline.list, { ...reading, rate: { calls: 240 } }, listTimeline),
  route(register.fields, reading, listFields),
  route(register.addField, writing, addField),
  route(register.saveField, writing, saveField),
  route(register.views, reading, listViews),
  route(register.addView, { ...reading, rate: { calls: 60 } }, addView),
  route(register.saveView, { ...reading, rate: { calls: 60 } }, saveView),
  route(register.deleteView, { ...reading, rate: { calls: 60 } }, deleteView),
  route(register.tags, reading, listTags),
  route(register.tag, writing, tagPeople),
  route(register.savePerson, writing, savePerson),
]
