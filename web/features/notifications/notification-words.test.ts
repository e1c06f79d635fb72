import { expect, test } from 'vitest'
import { NotificationType } from '#contract/notifications/notifications.ts'
import { notificationWords } from './notification-words.ts'

const id = '0198b3c0-0000-7000-8000-00000000000a'
const to = (type: string, data: Record<string, unknown> = {}) =>
  notificationWords({ type: type as NotificationType, data }).action.to

test.each([
  ['FAMILY_LINK_REQUEST', {}, '/participants-list#family'],
  ['MEMBERSHIP_RENEW', { orgId: id }, `/membership/new?orgId=${id}&renews=true`],
  ['MEMBERSHIP_RENEW', { orgId: id, joins: true }, `/membership/new?orgId=${id}`],
  ['MEMBERSHIP_RENEW', { orgId: id, joins: true, lines: `${id}.${id}` }, `/membership/new?lines=${id}.${id}`],
  ['MEMBERSHIP_RENEW', { orgId: id, joins: true, lines: '//evil.example' }, `/membership/new?orgId=${id}`],
  ['MEMBERSHIP_RENEW', {}, '/membership/new?renews=true'],
  ['MEMBERSHIP_RENEW', { orgId: id, automatic: true }, '/memberships'],
  ['MEMBERSHIP_RENEW', { orgId: id, status: 'grown' }, '/memberships'],
  ['ORDER_READY', {}, '/memberships'],
  ['PAYMENT_RECEIVED', { orderId: id }, '/memberships'],
  ['PAYMENT_RECEIVED', { orderId: id, termId: id }, `/membership/${id}/receipt`],
  ['PAYMENT_RECEIVED', { orderId: id, eventId: id }, '/tickets'],
  ['EVENT_REGISTRATION', {}, '/tickets'],
  ['EVENT_REGISTRATION', { orgKey: 'ROKLUB', eventId: id }, `/ROKLUB/events/${id}/tickets`],
  ['EVENT_REGISTRATION', { orgKey: 'ROKLUB', eventId: id, waits: true }, `/ROKLUB/events/${id}`],
  ['EVENT_REGISTRATION', { orgKey: 'ROKLUB', eventId: id, entryId: id }, `/ROKLUB/events/${id}/tickets/${id}`],
  ['CONTACT_US', {}, '/contact-us'],
  ['CONTACT_US', { org: 'ROKLUB', threadId: id }, `/office/ROKLUB/inbox?thread=${id}`],
  ['CONTACT_US', { orgId: id, clubMessageId: id }, `/contact-us?orgId=${id}`],
  ['CONTACT_US_REPLY', {}, '/contact-us'],
  ['CONTACT_US_REPLY', { org: 'ROKLUB', threadId: id }, `/contact-us?thread=${id}`],
  ['OF_A_NEWER_SERVER', {}, '/notifications'],
])('%s with %o leads to %s', (type, data, expected) => {
  expect(to(type, data)).toBe(expected)
})

test('a family link request asks for an answer until it has one', () => {
  const label = (data: Record<string, unknown>) => notificationWords({ type: 'FAMILY_LINK_REQUEST', data }).action.label
  expect(label({ invitationId: id })).not.toBe(label({ invitationId: id, status: 'approved' }))
})

test('every type has words', () => {
  for (const type of NotificationType.options) {
    const { kind, action, icon } = notificationWords({ type, data: {} })
    expect([kind, action.label, icon].every(Boolean), type).toBe(true)
  }
})

test.each(['//evil.example', '../../x', 'javascript:alert(1)', 7, null])('%o is not an id and is ignored', (value) => {
  expect(to('MEMBERSHIP_RENEW', { orgId: value })).toBe('/membership/new?renews=true')
  expect(to('PAYMENT_RECEIVED', { termId: value })).toBe('/memberships')
  expect(to('EVENT_REGISTRATION', { orgKey: 'ROKLUB', eventId: value })).toBe('/tickets')
  expect(to('EVENT_REGISTRATION', { orgKey: value, eventId: id })).toBe('/tickets')
  expect(to('CONTACT_US', { org: value, threadId: id })).toBe('/contact-us')
  expect(to('CONTACT_US_REPLY', { threadId: value })).toBe('/contact-us')
})

test('a past notification says since when and asks for nothing more; a receipt is never past', () => {
  const over = (type: NotificationType) =>
    notificationWords({ type, data: { orgId: id, orderId: id }, settledAt: '2027-07-17T06:25:00.000Z' })
  expect(over('MEMBERSHIP_RENEW')).toMatchObject({ action: { to: '/memberships' }, closed: 'Closed on 17 July 2027' })
  expect(over('CONTACT_US').closed).toBe('Closed on 17 July 2027')
  expect(over('PAYMENT_RECEIVED').closed).toBeNull()
})
