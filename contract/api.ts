import { acting } from './acting.ts'
import { calendarFeeds } from './calendar-feeds.ts'
import { clubSettings } from './club-settings.ts'
import { clubStart } from './club-start.ts'
import { clubTexts } from './club-texts.ts'
import { conversations } from './conversations.ts'
import { coupons } from './coupons.ts'
import { delayedActions } from './delayed-actions.ts'
import type { Endpoint } from './endpoint.ts'
import { eventCancel } from './event-cancel.ts'
import { eventFigures } from './event-figures.ts'
import { eventPreview } from './event-preview.ts'
import { eventPayments } from './event-payments.ts'
import { events } from './events.ts'
import { exports } from './exports.ts'
import { family } from './family.ts'
import { home } from './home.ts'
import { members } from './members.ts'
import { memberships } from './memberships.ts'
import { messages } from './messages.ts'
import { notes } from './notes.ts'
import { notifications } from './notifications.ts'
import { officeAccess } from './office-access.ts'
import { officeCoupons } from './office-coupons.ts'
import { officeConversations } from './office-conversations.ts'
import { officeMembers } from './office-members.ts'
import { officeHistory } from './office-history.ts'
import { officeEvents } from './office-events.ts'
import { officeRegistrations } from './office-registrations.ts'
import { officeMemberships } from './office-memberships.ts'
import { officeToday } from './office-today.ts'
import { operator } from './operator.ts'
import { orders } from './orders.ts'
import { organisations } from './organisations.ts'
import { paymentReturns } from './payment-returns.ts'
import { paymentKey } from './payment-key.ts'
import { payments } from './payments.ts'
import { publicEvents } from './public-events.ts'
import { tickets } from './tickets.ts'
import { visitors } from './visitors.ts'

/** All endpoints by domain. The server does not start while one of them has no route. */
export const api = {
  organisations,
  clubSettings,
  clubTexts,
  clubStart,
  members,
  family,
  acting,
  notifications,
  messages,
  orders,
  payments,
  paymentKey,
  paymentReturns,
  memberships,
  officeMembers,
  exports,
  officeCoupons,
  officeEvents,
  officeRegistrations,
  eventCancel,
  eventFigures,
  eventPreview,
  officeMemberships,
  delayedActions,
  events,
  publicEvents,
  eventPayments,
  coupons,
  tickets,
  calendarFeeds,
  conversations,
  officeConversations,
  officeAccess,
  officeHistory,
  officeToday,
  visitors,
  notes,
  operator,
  home,
} satisfies Record<string, Record<string, Endpoint>>

/** Descriptions of the domains for the API reference. */
export const domains: Readonly<Record<keyof typeof api, string>> = {
  organisations: 'Clubs, the memberships they sell, and how they are paid',
  clubSettings: 'What a club says about itself, and its pictures, for its office',
  clubTexts: "A club's terms and data policy, in their versions",
  clubStart: 'The steps of a new club until it goes live',
  members: 'Signing in, and the profiles of members',
  family: 'Participants whom a member manages, and links with relatives',
  acting: 'Acting for somebody else, and the record of it',
  notifications: 'The bell',
  messages: 'Which mails and WhatsApp messages a member wants, and those that failed',
  orders: 'Orders: prices, reservation, payment, receipts and refunds',
  payments: 'Payments that need a person, for an office',
  paymentKey: "A club's key at the card gateway",
  paymentReturns: 'Where the gateway sends its callback and the browser',
  memberships: 'Memberships, the seasons bought, and automatic renewal',
  officeMembers: "A club's members, for its office",
  exports: "A club's lists as files",
  officeCoupons: "A club's coupon codes, for its office",
  officeEvents: "A club's events, for its office",
  officeRegistrations: 'Who is registered for an event, for an office',
  eventCancel: 'Cancelling an event and refunding its places',
  eventFigures: "What a club's events have sold",
  eventPreview: 'How an event looks to others, for an office',
  officeMemberships: 'The seasons that a club sells, for its office',
  delayedActions: 'What an office can still stop',
  events: 'Events for members, and their registrations',
  publicEvents: 'Events for anyone',
  eventPayments: 'The card payment of orders with tickets',
  coupons: 'Coupon codes for members',
  tickets: 'Tickets, their codes and documents',
  calendarFeeds: 'Calendars to subscribe to',
  conversations: 'What members and clubs write to each other',
  officeConversations: "A club's inbox, for its office",
  officeAccess: "The people of a club's office and their roles",
  officeHistory: 'What was changed at a club, and by whom',
  officeToday: 'What an office should look at today',
  visitors: 'Questions from people who are not signed in',
  notes: 'Notes of a member',
  operator: 'Clubs, people and health of the portal, for its operator',
  home: 'The front page of a member',
}
