import * as z from 'zod/mini'
import { MessageText, Subject } from '../conversations/parts.ts'
import { endpoint, memberApi } from '../endpoint.ts'
import { Email } from '../email.ts'
import { AnyFields, Facts, Id, integer, Moment, Success, text } from '../values.ts'

export const NotificationType = z.enum([
  'FAMILY_LINK_REQUEST',
  'MEMBERSHIP_RENEW',
  'ORDER_READY',
  'PAYMENT_RECEIVED',
  'EVENT_REGISTRATION',
  'CONTACT_US',
  'CONTACT_US_REPLY',
])
export type NotificationType = z.infer<typeof NotificationType>

/** Data for the type's page: ids and names, never secrets. */
const NotificationData = Facts

/**
 * Where a notification about a membership (`MEMBERSHIP_RENEW`) leads: to what is held, if there is nothing to buy or a card is about to
 * renew it; to a first membership; or to next season.
 */
export function renewalPage(data: z.infer<typeof NotificationData>): 'memberships' | 'join' | 'renew' {
  if (data['status'] !== undefined || data['automatic'] === true) return 'memberships'
  return data['joins'] === true ? 'join' : 'renew'
}

export const Notification = z.object({
  id: Id,
  messageThreadId: z.nullable(Id),
  receiverId: Id,
  /** Null for the portal itself. */
  senderId: z.nullable(Id),
  type: NotificationType,
  /** In the caller's language if the portal wrote it, otherwise as written. */
  title: text(),
  message: text(10_000),
  data: NotificationData,
  read: z.boolean(),
  createdAt: Moment,
  readDate: z.nullable(Moment),
  /** When what it is about was settled or over, where that marked it as read. */
  settledAt: z.nullable(Moment),
})
export type Notification = z.infer<typeof Notification>

/** Unread notifications are counted up to this number; one more means "more". */
export const MOST_COUNTED = 99

export const Bell = z.object({
  /** Unread ones, up to `MOST_COUNTED` + 1. */
  count: integer(),
  /** The newest unread ones, newest first. */
  newest: z.array(Notification),
})
export type Bell = z.infer<typeof Bell>

export const NotificationPage = z.object({
  notifications: z.array(Notification),
  /** Cursor of the next page; null on the last. */
  next: z.nullable(Id),
})
export type NotificationPage = z.infer<typeof NotificationPage>

/** A message to a club, sent as a CONTACT_US notification. */
export const ToClub = z.object({
  title: Subject,
  message: MessageText,
  /** The key or the id of the club. */
  data: z.object({ org: text(40) }),
  /** One of the caller's threads to continue; any other id starts a new one. The same text repeated on the same day is ignored. */
  messageThreadId: z.optional(z.nullable(Id)),
})

const onlyOwn = ['not_found'] as const

export const NotificationsRead = z.object({ status: z.literal('success'), read: integer() })

export const notifications = {
  create: endpoint({
    method: 'POST',
    path: `${memberApi}/member/notification/item`,
    specified: true,
    summary:
      'Notifies somebody whom the caller may notify: the one they invited to their family, in words of the portal (FAMILY_LINK_REQUEST); or a club, in words of their own (CONTACT_US): that begins a thread with the club, or writes on in one, whoever is named as receiver. The answer stands for what the club was told',
    /** With CONTACT_US also the fields of `ToClub`. Other fields of a notification are ignored. */
    body: z.looseObject({
      receiverId: Id,
      type: NotificationType,
      data: z.optional(NotificationData),
    }),
    output: Notification,
    errors: ['notification_not_allowed', 'organisation_not_found'],
  }),
  whatsapp: endpoint({
    method: 'POST',
    path: `${memberApi}/member/notification/whatsapp`,
    specified: true,
    summary:
      'Sends a family link request, or a question to a club, by WhatsApp, too (template 1), to the invited person or the admins of the club, if they want such messages; never twice',
    query: z.object({ templateId: z.literal('1') }),
    /** Club, id of a notification sent by the caller, domain. Only the id is read. */
    body: AnyFields,
    output: Success,
    errors: onlyOwn,
  }),
  list: endpoint({
    method: 'GET',
    path: `${memberApi}/member/notification/list`,
    specified: true,
    summary: "A member's own notifications, at most 100: unread ones first, then the newest",
    query: z.object({ memberId: Id }),
    output: z.array(Notification).check(z.maxLength(100)),
    errors: onlyOwn,
  }),
  page: endpoint({
    method: 'GET',
    path: `${memberApi}/member/notification/page`,
    summary: "The caller's notifications, newest first, in pages",
    query: z.object({ before: z.optional(Id), unread: z.optional(z.literal('true')) }),
    output: NotificationPage,
    errors: [],
  }),
  bell: endpoint({
    method: 'GET',
    path: `${memberApi}/member/notification/bell`,
    summary: "The caller's unread notifications: their number, and the newest",
    output: Bell,
    errors: [],
  }),
  stream: endpoint({
    method: 'GET',
    path: `${memberApi}/member/notification/stream`,
    summary: 'The state of the bell, now and at every change, as server-sent events named `bell`',
    output: 'events',
    errors: [],
  }),
  markRead: endpoint({
    method: 'PUT',
    path: `${memberApi}/member/notification/read`,
    specified: true,
    summary: "Marks the caller's unread notifications as read: one, those about an invited address, or all",
    body: z.object({
      receiverId: Id,
      id: z.optional(Id),
      inviteeEmail: z.optional(z.nullable(Email)),
      read: z.literal(true),
      /** Ignored; the portal's clock decides. */
      readDate: z.optional(z.unknown()),
    }),
    output: NotificationsRead,
    errors: onlyOwn,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${memberApi}/member/notification/item/{id}`,
    specified: true,
    summary: 'Deletes a notification; it can be restored for a day',
    params: z.object({ id: Id }),
    output: null,
    errors: onlyOwn,
  }),
  restore: endpoint({
    method: 'POST',
    path: `${memberApi}/member/notification/item/{id}/restore`,
    summary: 'Restores a notification deleted within the last day',
    params: z.object({ id: Id }),
    output: Notification,
    errors: onlyOwn,
  }),
}
