import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'

/** Fields by which a caller goes on to the next part of a list. */
const pageFields = ['after', 'before', 'limit', 'size']

const oneOrder = 'the lines of one order: twenty people at most'
const oneMember = 'a person of one family in one club: a season a year'
const oneThread = 'what one call writes, and what came meanwhile: a page of the thread'
const oneOffice = 'the people of one office, and what a role may do'
const ownOffices = 'the clubs whose office the caller works for'
const steps = 'the steps of a new club, and what is checked before it goes live'
const oneClub = 'one club: its office, its checks, and the states that may follow'
const ofEvent = 'what one club offers at one event, and to one family'

/** Lists that belong to one thing, and what keeps them short. Those that grow with the installation have a page or a most. */
const stated: Record<string, string> = {
  'clubStart.ask checks': steps,
  'clubStart.ask steps': steps,
  'clubStart.mark checks': steps,
  'clubStart.mark steps': steps,
  'clubStart.show checks': steps,
  'clubStart.show steps': steps,
  'clubStart.withdraw checks': steps,
  'clubStart.withdraw steps': steps,
  'members.signIn offices': ownOffices,
  'officeAccess.accept roles': oneOffice,
  'officeAccess.accept scopes': oneOffice,
  'officeAccess.change invitations': oneOffice,
  'officeAccess.change mayGive': oneOffice,
  'officeAccess.change people': oneOffice,
  'officeAccess.invitation roles': oneOffice,
  'officeAccess.invite invitations': oneOffice,
  'officeAccess.invite mayGive': oneOffice,
  'officeAccess.invite people': oneOffice,
  'officeAccess.look roles': oneOffice,
  'officeAccess.look scopes': oneOffice,
  'officeAccess.people invitations': oneOffice,
  'officeAccess.people mayGive': oneOffice,
  'officeAccess.people people': oneOffice,
  'officeAccess.revoke invitations': oneOffice,
  'officeAccess.revoke mayGive': oneOffice,
  'officeAccess.revoke people': oneOffice,
  'officeAccess.show roles': oneOffice,
  'officeAccess.show scopes': oneOffice,
  'officeAccess.withdraw invitations': oneOffice,
  'officeAccess.withdraw mayGive': oneOffice,
  'officeAccess.withdraw people': oneOffice,
  'operator.changeState checks': oneClub,
  'operator.changeState invitations': oneClub,
  'operator.changeState next': oneClub,
  'operator.changeState people': oneClub,
  'operator.correct checks': oneClub,
  'operator.correct invitations': oneClub,
  'operator.correct next': oneClub,
  'operator.correct people': oneClub,
  'operator.setStorage checks': oneClub,
  'operator.setStorage invitations': oneClub,
  'operator.setStorage next': oneClub,
  'operator.setStorage people': oneClub,
  'operator.goLive checks': oneClub,
  'operator.goLive invitations': oneClub,
  'operator.goLive next': oneClub,
  'operator.goLive people': oneClub,
  'operator.invite checks': oneClub,
  'operator.invite invitations': oneClub,
  'operator.invite next': oneClub,
  'operator.invite people': oneClub,
  'operator.setKey checks': oneClub,
  'operator.setKey invitations': oneClub,
  'operator.setKey next': oneClub,
  'operator.setKey people': oneClub,
  'operator.show checks': oneClub,
  'operator.show invitations': oneClub,
  'operator.show next': oneClub,
  'operator.show people': oneClub,
  'operator.health parts': 'the parts of the portal',
  'operator.health queues': 'the kinds of jobs',
  'operator.health updates': 'tables that one update changes',
  'operator.health unresolved': 'clubs with unresolved payments: a few of all',
  'organisations.profile memberships': 'what one club sells',
  'family.people []': 'fifty participants a person, and the relatives that the caller linked with one by one',
  'home.show people': 'the same people as family.people',
  'family.archivedParticipants []': 'the participants of one person: fifty',
  'notifications.bell newest': 'eight, whatever there is',
  'messages.preferences []': 'kinds times channels',
  'messages.prefer []': 'kinds times channels',
  'orders.quote lines': oneOrder,
  'orders.state own.lines': oneOrder,
  'orders.state own.joining': oneOrder,
  'orders.state own.givenBack': oneOrder,
  'orders.state own.linesByCard': oneOrder,
  'orders.refund lines': oneOrder,
  'orders.refund endedLines': oneOrder,
  'orders.refund givenBack': oneOrder,
  'orders.receipt lines': oneOrder,
  'orders.receipt creditNotes': oneOrder,
  'memberships.item memberships': oneMember,
  'memberships.item besideTermIds': oneMember,
  'memberships.createItem memberships': oneMember,
  'memberships.createItem besideTermIds': oneMember,
  'memberships.updateItem memberships': oneMember,
  'memberships.updateItem besideTermIds': oneMember,
  'memberships.savedCards []': 'one card a club in which the caller renews',
  'memberships.calculateStatus []': 'the clubs of those who were asked for: a hundred people at most',
  'events.item categories': ofEvent,
  'events.item gates': ofEvent,
  'events.item people': ofEvent,
  'eventPreview.asAnybody event.categories': ofEvent,
  'eventPreview.asAnybody event.gates': ofEvent,
  'eventPreview.asAnybody event.people': ofEvent,
  'eventPreview.asPerson event.categories': ofEvent,
  'eventPreview.asPerson event.gates': ofEvent,
  'eventPreview.asPerson event.people': ofEvent,
  'publicEvents.item categories': ofEvent,
  'publicEvents.item gates': ofEvent,
  'coupons.validate coupon.categories': ofEvent,
  'coupons.apply coupon.categories': ofEvent,
  'coupons.item categories': ofEvent,
  'tickets.keys keys': 'the keys in force',
  'conversations.ask messages': oneThread,
  'conversations.write messages': oneThread,
  'officeConversations.answer messages': oneThread,
  'officeConversations.answer notes': oneThread,
  'officeConversations.card family': 'a hundred of one family',
  'officeConversations.card orders': 'the ten newest',
  'visitors.write messages': oneThread,
}

interface Inside {
  type: string
  checks?: { _zod: { def: { check: string } } }[]
  innerType?: z.ZodMiniType
  shape?: Record<string, z.ZodMiniType>
  options?: z.ZodMiniType[]
}
const inside = (schema: unknown) => (schema as { def: Inside }).def

/** The lists that an answer is or has as a field, and whether each says how long it may be. */
function listsOf(schema: z.ZodMiniType, path = ''): { path: string; bounded: boolean }[] {
  const { type, checks = [], innerType, shape = {}, options = [] } = inside(schema)
  if (type === 'array')
    return [{ path: path || '[]', bounded: checks.some(({ _zod }) => _zod.def.check === 'max_length') }]
  if (type === 'object')
    return Object.entries(shape).flatMap(([key, field]) => listsOf(field, path ? `${path}.${key}` : key))
  return [...(innerType ? [innerType] : []), ...options].flatMap((one) => listsOf(one, path))
}

const isPaged = ({ query }: Endpoint) => {
  const fields = query ? Object.keys(inside(query).shape ?? {}) : []
  return pageFields.some((field) => fields.includes(field))
}

const unbounded = Object.entries<Record<string, Endpoint>>(api).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints).flatMap(([name, endpoint]) => {
    const { output } = endpoint
    if (output === null || typeof output === 'string' || isPaged(endpoint)) return []
    return listsOf(output).flatMap(({ path, bounded }) => (bounded ? [] : [`${domain}.${name} ${path}`]))
  }),
)

test('every list in an answer is paged, has a maximum, or belongs to one thing that keeps it short', () => {
  expect(unbounded.toSorted()).toEqual(Object.keys(stated).toSorted())
})
