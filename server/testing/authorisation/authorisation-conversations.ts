import type { conversations } from '#contract/conversations/conversations.ts'
import type { notes } from '#contract/conversations/notes.ts'
import type { officeConversations } from '#contract/conversations/office.ts'
import type { visitors } from '#contract/conversations/visitors.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { ownerOnly, type Row } from './authorisation-outcomes.ts'
import type { World } from './authorisation-world.ts'
import { pixel } from '../files/pixel.ts'

/** Nobody can act for others here: an impersonator acts as themselves. */
const asker = ownerOnly('thread_not_found', { impersonator: 'thread_not_found' })
const readers = (outcome = 'ok') => ({ 'admin of the club': outcome })
const text = 'Is the double scull free?'
const inOffice = ({ club, threadId }: World) => ({ orgId: club.id, threadId })

export const conversationRows: Record<keyof typeof conversations, Row> = {
  list: { may: 'member', input: () => ({}) },
  show: { may: 'member', input: ({ threadId }) => ({ threadId }), outcome: asker },
  ask: {
    may: 'member',
    input: ({ club }) => ({ orgId: club.id, subject: 'A boat', text, token: newToken() }),
  },
  write: { may: 'member', input: ({ threadId }) => ({ threadId, text, token: newToken() }), outcome: asker },
  markRead: { may: 'member', input: ({ threadId, messageId }) => ({ threadId, upTo: messageId }), outcome: asker },
  attach: { may: 'member', input: () => ({ name: 'pixel.png', bytes: pixel }) },
  attachment: {
    may: 'member',
    input: ({ attachmentId }) => ({ attachmentId }),
    outcome: ownerOnly('attachment_not_found', { ...readers(), impersonator: 'attachment_not_found' }),
  },
  // Sent, so that it cannot be deleted.
  detach: {
    may: 'member',
    input: ({ attachmentId }) => ({ attachmentId }),
    outcome: ownerOnly('attachment_not_found', {
      owner: 'attachment_not_found',
      impersonator: 'attachment_not_found',
    }),
  },
}

export const officeConversationRows: Record<keyof typeof officeConversations, Row> = {
  offices: { may: 'member', input: () => ({}) },
  inbox: { may: 'office inbox', input: ({ club }) => ({ orgId: club.id }), outcome: readers() },
  ofMember: {
    may: 'office inbox',
    input: ({ club, anna }) => ({ orgId: club.id, memberId: anna.memberId }),
    outcome: readers(),
  },
  showInOffice: { may: 'office inbox', input: inOffice, outcome: readers() },
  card: { may: 'office inbox', input: inOffice, outcome: readers() },
  // Refused as outdated for everybody: there is no message with this id.
  answer: {
    may: 'office inbox',
    input: (world) => ({ ...inOffice(world), text, token: newToken(), lastSeen: newId() }),
    outcome: readers('answered_meanwhile'),
  },
  stopAnswer: {
    may: 'office inbox',
    input: (world) => ({ ...inOffice(world), actionId: newId() }),
    outcome: readers('too_late_to_stop'),
  },
  setState: {
    may: 'office inbox',
    input: (world) => ({ ...inOffice(world), state: 'open', lastSeen: newId() }),
    outcome: readers(),
  },
  markReadInOffice: {
    may: 'office inbox',
    input: (world) => ({ ...inOffice(world), upTo: world.messageId }),
    outcome: readers(),
  },
  addNote: {
    may: 'office inbox',
    input: (world) => ({ ...inOffice(world), text, token: newToken() }),
    outcome: readers(),
  },
  removeNote: {
    may: 'office inbox',
    input: (world) => ({ ...inOffice(world), noteId: newId() }),
    outcome: readers('not_found'),
  },
  templates: { may: 'office inbox', input: ({ club }) => ({ orgId: club.id }), outcome: readers() },
  addTemplate: {
    may: 'office inbox',
    input: ({ club }) => ({ orgId: club.id, title: newToken(), text }),
    outcome: readers(),
  },
  changeTemplate: {
    may: 'office inbox',
    input: ({ club }) => ({ orgId: club.id, templateId: newId(), title: newToken(), text }),
    outcome: readers('not_found'),
  },
  removeTemplate: {
    may: 'office inbox',
    input: ({ club }) => ({ orgId: club.id, templateId: newId() }),
    outcome: readers('not_found'),
  },
}

const pass = newToken()

const keys = { keyLength: 32, keyPrefix: '00', keySignature: '00', nonce: '00', salt: '00' }
const parameters = { algorithm: 'PBKDF2/SHA-256', cost: 1, expiresAt: 2_000_000_000, ...keys }
const madeUp = { challenge: { parameters, signature: '00' }, solution: { counter: 1, derivedKey: '0'.repeat(64) } }

export const visitorRows: Record<keyof typeof visitors, Row> = {
  challenge: { may: 'public', input: () => ({}) },
  pass: { may: 'public', input: () => madeUp, outcome: 'challenge_failed' },
  attach: { may: 'public', input: () => ({ pass, name: 'pixel.png', bytes: pixel }), outcome: 'challenge_failed' },
  detach: { may: 'public', input: ({ attachmentId }) => ({ pass, attachmentId }), outcome: 'challenge_failed' },
  ask: {
    may: 'public',
    input: ({ club }) => ({
      orgId: club.id,
      name: 'Vera',
      email: 'vera@visitor.example',
      subject: 'A boat',
      text,
      token: newToken(),
      pass,
    }),
    outcome: 'challenge_failed',
  },
  show: { may: 'public', input: ({ threadLink }) => ({ link: threadLink }) },
  write: { may: 'public', input: ({ threadLink }) => ({ link: threadLink, text, token: newToken() }) },
  // Of a thread that the link does not open.
  attachment: {
    may: 'public',
    input: ({ threadLink, attachmentId }) => ({ link: threadLink, attachmentId }),
    outcome: 'attachment_not_found',
  },
}

/** Somebody acting for the owner gets their own. */
const own = ownerOnly('not_found', { impersonator: 'not_found' })

export const noteRows: Record<keyof typeof notes, Row> = {
  list: { may: 'member', input: () => ({}) },
  add: { may: 'member', input: () => ({ text: 'Buy an oar', token: newToken() }) },
  change: {
    may: 'member',
    input: ({ noteId }) => ({ noteId, text: 'Buy two oars', done: false, version: 1 }),
    outcome: own,
  },
  remove: { may: 'member', input: ({ noteId }) => ({ noteId }), outcome: own },
  restore: { may: 'member', input: ({ noteId }) => ({ noteId }), outcome: own },
}
