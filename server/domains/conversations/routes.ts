import { conversations } from '#contract/conversations/conversations.ts'
import { officeConversations } from '#contract/conversations/office.ts'
import { notes } from '#contract/conversations/notes.ts'
import { visitors } from '#contract/conversations/visitors.ts'
import type { FileStore } from '#server/documents/file-store.ts'
import { toClubs } from '#server/domains/notifications/index.ts'
import { clubOfPath } from '#server/domains/organisations/index.ts'
import { office, route } from '#server/http/route.ts'
import {
  admitFile,
  admitVisitorsFile,
  attachAsVisitor,
  attachFile,
  detachAsVisitor,
  detachFile,
} from './attachments/attach-file.ts'
import { showAttachment, showAttachmentByLink } from './attachments/show-attachment.ts'
import { addTemplate, changeTemplate, listTemplates, removeTemplate } from './inbox/answer-templates.ts'
import { answerThread, setThreadState } from './inbox/answer-thread.ts'
import { stopAnswer } from './inbox/delayed-answer.ts'
import { showCard } from './inbox/asker-card.ts'
import { listInbox, listOffices, listThreadsOfMember, markReadInOffice, showInOffice } from './inbox/inbox.ts'
import { addNote as addThreadNote, removeNote as removeThreadNote } from './inbox/thread-notes.ts'
import { addNote, changeNote, listNotes, removeNote, restoreNote } from './member-notes.ts'
import { askClub, writeOn } from './member-threads/ask-club.ts'
import { listThreads, markOwnRead, showThread } from './member-threads/member-threads.ts'
import type { NotifyClubServices } from './notifications/contact-notifications.ts'
import { issuePass, makeChallenge } from './visitor-threads/proof-of-work.ts'
import { askAsVisitor, showByLink, writeByLink } from './visitor-threads/visitor-threads.ts'

/** Threads and notes are private: the caller sees their own even while acting for somebody. */
const own = { may: 'member', acting: 'ignored' } as const
const inbox = { may: office('inbox', clubOfPath), acting: 'ignored' } as const

/** Rates of an office. */
const writing = { calls: 20, perIp: 60 }
const changing = { calls: 60 }
/** Files of a few messages, and a list searched while typing. */
const uploading = { calls: 30, perIp: 300 }
const searching = { calls: 120 }
/** A signed-out caller is only known by address. */
const visiting = { calls: 5, perIp: 5, daily: 50 }
const sending = { calls: 20, perIp: 20 }
const looking = { calls: 60, perIp: 60 }

export const conversationRoutes = (services: NotifyClubServices & { readonly files: FileStore }) => [
  route(conversations.list, own, listThreads),
  route(conversations.show, own, showThread),
  route(conversations.ask, { ...own, rate: toClubs }, (tx, actor, input) => askClub(services, tx, actor, input)),
  route(conversations.write, { ...own, rate: toClubs }, (tx, actor, input) => writeOn(services, tx, actor, input)),
  route(conversations.markRead, own, markOwnRead),
  // Decoding takes longer than a connection may be held.
  route(
    conversations.attach,
    { ...own, transaction: 'own', rate: uploading },
    (db, actor, input) => attachFile(services.files, db, actor, input),
    admitFile,
  ),
  route(conversations.attachment, { ...own, limiter: 'files' }, (db, actor, input) =>
    showAttachment(services.files, db, actor, input),
  ),
  route(conversations.detach, own, detachFile),
  route(officeConversations.offices, own, listOffices),
  route(officeConversations.inbox, { ...inbox, rate: searching }, listInbox),
  route(officeConversations.ofMember, inbox, listThreadsOfMember),
  route(officeConversations.showInOffice, inbox, showInOffice),
  route(officeConversations.card, inbox, showCard),
  route(officeConversations.answer, { ...inbox, rate: writing }, answerThread),
  route(officeConversations.stopAnswer, { ...inbox, rate: changing }, stopAnswer),
  route(officeConversations.setState, { ...inbox, rate: changing }, setThreadState),
  route(officeConversations.markReadInOffice, inbox, markReadInOffice),
  route(officeConversations.addNote, { ...inbox, rate: writing }, addThreadNote),
  route(officeConversations.removeNote, { ...inbox, rate: changing }, removeThreadNote),
  route(officeConversations.templates, { ...inbox, rate: searching }, listTemplates),
  route(officeConversations.addTemplate, { ...inbox, rate: writing }, addTemplate),
  route(officeConversations.changeTemplate, { ...inbox, rate: changing }, changeTemplate),
  route(officeConversations.removeTemplate, { ...inbox, rate: changing }, removeTemplate),

  route(visitors.challenge, { may: 'public', rate: { calls: 30, perIp: 30 } }, (db) =>
    makeChallenge(services.secrets, db),
  ),
  route(visitors.pass, { may: 'public', rate: { calls: 10, perIp: 10 } }, (tx, _, input) =>
    issuePass(services.secrets, tx, input),
  ),
  route(
    visitors.attach,
    { may: 'public', transaction: 'own', rate: sending },
    (db, actor, input) => attachAsVisitor(services.files, db, actor, input),
    admitVisitorsFile,
  ),
  route(visitors.detach, { may: 'public', rate: sending }, (tx, _, input) => detachAsVisitor(tx, input)),
  route(visitors.ask, { may: 'public', rate: visiting }, (tx, actor, input) =>
    askAsVisitor(services, tx, actor, input),
  ),
  route(visitors.show, { may: 'public', rate: looking }, (db, _, input) => showByLink(services, db, input)),
  route(visitors.write, { may: 'public', rate: visiting }, (tx, _, input) => writeByLink(services, tx, input)),
  route(visitors.attachment, { may: 'public', limiter: 'files', rate: looking }, (db, _, input) =>
    showAttachmentByLink(services, db, input),
  ),

  route(notes.list, own, listNotes),
  route(notes.add, { ...own, rate: { calls: 60 } }, addNote),
  route(notes.change, { ...own, rate: { calls: 120 } }, changeNote),
  route(notes.remove, { ...own, rate: { calls: 120 } }, removeNote),
  route(notes.restore, { ...own, rate: { calls: 120 } }, restoreNote),
]
