import type { conversations } from '#contract/conversations.ts'
import type { notes } from '#contract/notes.ts'
import type { visitors } from '#contract/visitors.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { everyone, membersOnly, officeOnly, ownerOnly, type Row } from './authorisation-outcomes.ts'
import type { World } from './authorisation-world.ts'
import { pixel } from '../files/pixel.ts'

/** Nobody reads or writes for somebody else here: a super admin who acts as the owner is themselves. */
const asker = ownerOnly('thread_not_found', { impersonator: 'thread_not_found' })
/** The same of a club's office, which super admins speak for. */
const office = (outcome = 'ok') => ({
  ...officeOnly,
  'admin of the club': outcome,
  'super admin': outcome,
  impersonator: outcome,
})
const readers = { 'admin of the club': 'ok', 'super admin': 'ok', impersonator: 'ok' }
const text = 'Is the double scull free?'
const inOffice = ({ club, threadId }: World) => ({ orgId: club.id, threadId })

export const conversationRows: Record<keyof typeof conversations, Row> = {
  list: { input: () => ({}), outcome: membersOnly },
  show: { input: ({ threadId }) => ({ threadId }), outcome: asker },
  ask: {
    input: ({ club }) => ({ orgId: club.id, subject: 'A boat', text, token: newToken() }),
    outcome: membersOnly,
  },
  write: { input: ({ threadId }) => ({ threadId, text, token: newToken() }), outcome: asker },
  markRead: { input: ({ threadId, messageId }) => ({ threadId, upTo: messageId }), outcome: asker },
  attach: { input: () => ({ name: 'pixel.png', bytes: pixel }), outcome: membersOnly },
  attachment: {
    input: ({ attachmentId }) => ({ attachmentId }),
    outcome: ownerOnly('attachment_not_found', readers),
  },
  // Sent, so that nobody can take it back.
  detach: {
    input: ({ attachmentId }) => ({ attachmentId }),
    outcome: ownerOnly('attachment_not_found', {
      owner: 'attachment_not_found',
      impersonator: 'attachment_not_found',
    }),
  },
  offices: { input: () => ({}), outcome: membersOnly },
  inbox: { input: ({ club }) => ({ orgId: club.id }), outcome: office() },
  showInOffice: { input: inOffice, outcome: office() },
  card: { input: inOffice, outcome: office() },
  // One answer at a time: none of them has seen a message of this name.
  answer: {
    input: (world) => ({ ...inOffice(world), text, token: newToken(), lastSeen: newId() }),
    outcome: office('answered_meanwhile'),
  },
  setState: { input: (world) => ({ ...inOffice(world), state: 'open', lastSeen: newId() }), outcome: office() },
  markReadInOffice: { input: (world) => ({ ...inOffice(world), upTo: world.messageId }), outcome: office() },
  addNote: { input: (world) => ({ ...inOffice(world), text, token: newToken() }), outcome: office() },
  removeNote: { input: (world) => ({ ...inOffice(world), noteId: newId() }), outcome: office('not_found') },
  templates: { input: ({ club }) => ({ orgId: club.id }), outcome: office() },
  addTemplate: { input: ({ club }) => ({ orgId: club.id, title: newToken(), text }), outcome: office() },
  changeTemplate: {
    input: ({ club }) => ({ orgId: club.id, templateId: newId(), title: newToken(), text }),
    outcome: office('not_found'),
  },
  removeTemplate: {
    input: ({ club }) => ({ orgId: club.id, templateId: newId() }),
    outcome: office('not_found'),
  },
}

const pass = newToken()

const keys = { keyLength: 32, keyPrefix: '00', keySignature: '00', nonce: '00', salt: '00' }
const parameters = { algorithm: 'PBKDF2/SHA-256', cost: 1, expiresAt: 2_000_000_000, ...keys }
const madeUp = { challenge: { parameters, signature: '00' }, solution: { counter: 1, derivedKey: '0'.repeat(64) } }

export const visitorRows: Record<keyof typeof visitors, Row> = {
  challenge: { input: () => ({}), outcome: everyone('ok') },
  pass: { input: () => madeUp, outcome: everyone('challenge_failed') },
  attach: { input: () => ({ pass, name: 'pixel.png', bytes: pixel }), outcome: everyone('challenge_failed') },
  detach: { input: ({ attachmentId }) => ({ pass, attachmentId }), outcome: everyone('challenge_failed') },
  ask: {
    input: ({ club }) => ({
      orgId: club.id,
      name: 'Vera',
      email: 'vera@visitor.example',
      subject: 'A boat',
      text,
      token: newToken(),
      pass,
    }),
    outcome: everyone('challenge_failed'),
  },
  show: { input: ({ threadLink }) => ({ link: threadLink }), outcome: everyone('ok') },
  write: { input: ({ threadLink }) => ({ link: threadLink, text, token: newToken() }), outcome: everyone('ok') },
  // Of a thread that the link does not open.
  attachment: {
    input: ({ threadLink, attachmentId }) => ({ link: threadLink, attachmentId }),
    outcome: everyone('attachment_not_found'),
  },
}

/** Whoever acts for their owner sees their own. */
const own = ownerOnly('not_found', { impersonator: 'not_found' })

export const noteRows: Record<keyof typeof notes, Row> = {
  list: { input: () => ({}), outcome: membersOnly },
  add: { input: () => ({ text: 'Buy an oar', token: newToken() }), outcome: membersOnly },
  change: {
    input: ({ noteId }) => ({ noteId, text: 'Buy two oars', done: false, version: 1 }),
    outcome: own,
  },
  remove: { input: ({ noteId }) => ({ noteId }), outcome: own },
  restore: { input: ({ noteId }) => ({ noteId }), outcome: own },
}
