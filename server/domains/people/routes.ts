import { bulk } from '#contract/people/bulk.ts'
import { leaving } from '#contract/people/leaving.ts'
import { personDuplicates } from '#contract/people/duplicates.ts'
import { memberMessages } from '#contract/people/member-messages.ts'
import { mergeRequests } from '#contract/people/merge-requests.ts'
import { personNotes } from '#contract/people/notes.ts'
import { personProfile } from '#contract/people/profile.ts'
import { personTimeline } from '#contract/people/timeline.ts'
import { clubOfPath } from '#server/domains/organisations/index.ts'
import { drawing } from '#server/documents/draw-in-thread.ts'
import { office, route } from '#server/http/route.ts'
import { grantMany, previewGrant } from './bulk-grant.ts'
import { leaveMany, previewLeaveMany } from './bulk-leave.ts'
import { offerMany, previewOffer } from './bulk-offer.ts'
import type { Secrets } from '#server/database/secrets.ts'
import {
  leaveByOffice,
  leaveOwnClub,
  type LeaveServices,
  previewLeaving,
  previewOwnLeaving,
  returnToClub,
} from './leave-club.ts'
import { comparePeople, decidePair, listDuplicates } from './duplicates.ts'
import { messageMembers, previewMemberMessage } from './message-members.ts'
import { mergePeople } from './merge-people.ts'
import { agreeToMerge, askToMerge, declineToMerge, showMergeRequest, withdrawMergeRequest } from './merge-requests.ts'
import { addNote, listNotes, markNote, removeNote, saveNote } from './notes.ts'
import {
  answerSuggestion,
  listOwnSuggestions,
  saveProfile,
  showProfile,
  suggestChanges,
  withdrawSuggestion,
} from './profile.ts'
import { listTimeline } from './timeline.ts'
import { register } from '#contract/people/register.ts'
import { teams } from '#contract/people/teams.ts'
import { addField, listFields, saveField } from './club-fields.ts'
import { printBadges } from './print-badges.ts'
import { listTags, savePerson, tagPeople } from './register.ts'
import {
  addTeam,
  addTeamPeople,
  changeTeamRole,
  endTeamPerson,
  listAttendance,
  listTeams,
  listTeamsOfPerson,
  markAttendance,
  saveTeam,
  showTeam,
} from './teams.ts'
import { listTeamEvents, readTeamAnswers } from './team-answers.ts'
import { addView, deleteView, listViews, saveView } from './saved-views.ts'
import { undoMerge } from './undo-merge.ts'

const reading = { may: office('members.read', clubOfPath) } as const
const writing = { may: office('members.write', clubOfPath), rate: { calls: 120 } } as const
/** Everybody chosen is mailed. */
const bulkAction = { ...writing, rate: { calls: 30, daily: 50 } } as const
const own = { may: 'member', impersonator: 'refused', rate: { calls: 20 } } as const

export const peopleRoutes = (services: LeaveServices & { readonly secrets: Secrets }) => [
  route(personNotes.list, reading, listNotes),
  route(personNotes.add, writing, addNote),
  route(personNotes.save, writing, saveNote),
  route(personNotes.mark, writing, markNote),
  route(personNotes.remove, writing, removeNote),
  route(personDuplicates.list, { ...reading, rate: { calls: 60 } }, listDuplicates),
  route(personDuplicates.compare, reading, comparePeople),
  route(personDuplicates.decide, writing, decidePair),
  route(personDuplicates.merge, writing, (tx, caller, input) => mergePeople(services.secrets, tx, caller, input)),
  route(personDuplicates.ask, { ...writing, rate: { calls: 30, daily: 100 } }, askToMerge),
  route(personDuplicates.withdraw, writing, withdrawMergeRequest),
  route(personDuplicates.undo, writing, (tx, caller, input) => undoMerge(services.secrets, tx, caller, input)),
  route(mergeRequests.show, { may: 'member' }, showMergeRequest),
  route(mergeRequests.agree, { ...own, signInAge: 'fresh' }, (tx, actor, input) =>
    agreeToMerge(services.secrets, tx, actor, input),
  ),
  route(mergeRequests.decline, own, declineToMerge),
  route(personTimeline.list, { ...reading, rate: { calls: 240 } }, listTimeline),
  route(personProfile.show, reading, showProfile),
  route(personProfile.save, writing, (tx, caller, input) => saveProfile(services.secrets, tx, caller, input)),
  route(personProfile.suggest, { ...writing, rate: { calls: 30, daily: 200 } }, suggestChanges),
  route(personProfile.withdraw, writing, withdrawSuggestion),
  route(personProfile.mine, { may: 'member' }, listOwnSuggestions),
  route(personProfile.answer, own, (tx, actor, input) => answerSuggestion(services.secrets, tx, actor, input)),
  route(leaving.preview, reading, previewLeaving),
  route(leaving.leave, writing, (tx, caller, input) => leaveByOffice(services, tx, caller, input)),
  route(leaving.rejoin, writing, returnToClub),
  route(leaving.ownPreview, { may: 'member' }, previewOwnLeaving),
  route(leaving.leaveOwn, own, (tx, actor, input) => leaveOwnClub(services, tx, actor, input)),
  route(register.fields, reading, listFields),
  route(register.addField, writing, addField),
  route(register.saveField, writing, saveField),
  route(register.views, reading, listViews),
  route(register.addView, { ...reading, rate: { calls: 60 } }, addView),
  route(register.saveView, { ...reading, rate: { calls: 60 } }, saveView),
  route(register.deleteView, { ...reading, rate: { calls: 60 } }, deleteView),
  route(register.tags, reading, listTags),
  route(register.tag, writing, tagPeople),
  route(register.badges, { ...reading, ...drawing, transaction: 'own' }, printBadges),
  route(register.savePerson, writing, savePerson),
  route(bulk.previewLeave, { ...writing, transaction: 'own' }, previewLeaveMany),
  route(bulk.leave, bulkAction, leaveMany),
  route(bulk.previewGrant, { ...writing, transaction: 'own' }, previewGrant),
  route(bulk.grant, bulkAction, grantMany),
  route(bulk.previewOffer, { ...writing, transaction: 'own' }, previewOffer),
  route(bulk.offer, bulkAction, offerMany),
  route(memberMessages.preview, { ...writing, transaction: 'own' }, previewMemberMessage),
  route(memberMessages.send, { ...writing, rate: { calls: 10, daily: 50 } }, messageMembers),
  route(teams.list, { may: office('teams', clubOfPath) }, listTeams),
  route(teams.show, { may: office('teams', clubOfPath) }, showTeam),
  route(teams.add, writing, addTeam),
  route(teams.save, writing, saveTeam),
  route(teams.addPeople, writing, addTeamPeople),
  route(teams.changeRole, writing, changeTeamRole),
  route(teams.endPerson, writing, endTeamPerson),
  route(teams.attendance, { may: office('teams', clubOfPath) }, listAttendance),
  // A team of 100 in a minute.
  route(teams.mark, { may: office('teams', clubOfPath), rate: { calls: 240 } }, markAttendance),
  route(teams.events, { may: office('teams', clubOfPath) }, listTeamEvents),
  route(teams.sensitiveAnswers, { may: office('teams', clubOfPath), rate: { calls: 60 } }, (tx, caller, input) =>
    readTeamAnswers(services.secrets, tx, caller, input),
  ),
  route(teams.ofPerson, reading, listTeamsOfPerson),
]
