import { acting } from './members/acting.ts'
import { calendarFeeds } from './events/calendar-feeds.ts'
import { clubMessages } from './notifications/club-messages.ts'
import { clubSettings } from './organisations/settings.ts'
import { clubStart } from './office/start.ts'
import { clubTexts } from './organisations/texts.ts'
import { conversations } from './conversations/conversations.ts'
import { coupons } from './events/coupons.ts'
import { delayedActions } from './audit/delayed-actions.ts'
import type { Endpoint } from './endpoint.ts'
import { imports } from './people/imports.ts'
import { eventCancel } from './events/cancel.ts'
import { eventFigures } from './events/figures.ts'
import { eventPreview } from './events/preview.ts'
import { eventPayments } from './events/payments.ts'
import { events } from './events/events.ts'
import { exports } from './exports.ts'
import { family } from './members/family.ts'
import { guestMessages } from './events/guest-messages.ts'
import { home } from './home.ts'
import { memberMessages } from './people/member-messages.ts'
import { members } from './members/members.ts'
import { memberships } from './memberships/memberships.ts'
import { messages } from './notifications/messages.ts'
import { moveAnswers } from './events/move-answers.ts'
import { notes } from './conversations/notes.ts'
import { notifications } from './notifications/notifications.ts'
import { officeAccess } from './office/access.ts'
import { officeCoupons } from './events/office-coupons.ts'
import { officeConversations } from './conversations/office.ts'
import { officeMembers } from './memberships/club-members.ts'
import { officeHistory } from './audit/history.ts'
import { eventSeries } from './events/series.ts'
import { officeEvents } from './events/office.ts'
import { officeRegistrations } from './events/registrations.ts'
import { officeMemberships } from './memberships/office.ts'
import { officeToday } from './office/today.ts'
import { operator } from './operator.ts'
import { privacy } from './privacy.ts'
import { byHand } from './orders/by-hand.ts'
import { orders } from './orders/orders.ts'
import { organisations } from './organisations/organisations.ts'
import { paymentReturns } from './orders/payment-returns.ts'
import { bulk } from './people/bulk.ts'
import { leaving } from './people/leaving.ts'
import { personProfile } from './people/profile.ts'
import { personDuplicates } from './people/duplicates.ts'
import { mergeRequests } from './people/merge-requests.ts'
import { personNotes } from './people/notes.ts'
import { personTimeline } from './people/timeline.ts'
import { paymentKey } from './payments/key.ts'
import { payments } from './payments/payments.ts'
import { questionAnswers } from './events/question-answers.ts'
import { questionTemplates } from './events/question-templates.ts'
import { publicEvents } from './events/public.ts'
import { register } from './people/register.ts'
import { teams } from './people/teams.ts'
import { tickets } from './events/tickets.ts'
import { officeWaiting, waiting } from './events/waiting.ts'
import { visitors } from './conversations/visitors.ts'

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
  clubMessages,
  orders,
  byHand,
  payments,
  paymentKey,
  paymentReturns,
  memberships,
  officeMembers,
  register,
  bulk,
  memberMessages,
  teams,
  exports,
  officeCoupons,
  officeEvents,
  eventSeries,
  officeRegistrations,
  guestMessages,
  questionTemplates,
  eventCancel,
  imports,
  eventFigures,
  eventPreview,
  officeMemberships,
  delayedActions,
  events,
  questionAnswers,
  publicEvents,
  eventPayments,
  coupons,
  tickets,
  waiting,
  officeWaiting,
  moveAnswers,
  calendarFeeds,
  conversations,
  officeConversations,
  officeAccess,
  officeHistory,
  officeToday,
  leaving,
  personProfile,
  personDuplicates,
  mergeRequests,
  personNotes,
  personTimeline,
  visitors,
  notes,
  operator,
  privacy,
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
  clubMessages: "A club's messages to many people, for its office",
  orders: 'Orders: prices, reservation, payment, receipts and refunds',
  byHand: 'What an office adds by hand: payments it took itself, invoices and who owes',
  payments: 'Payments that need a person, for an office',
  paymentKey: "A club's key at the card gateway",
  paymentReturns: 'Where the gateway sends its callback and the browser',
  memberships: 'Memberships, the seasons bought, and automatic renewal',
  officeMembers: "A club's members, for its office",
  teams: "A club's teams and who came, for its office and for trainers",
  register: "A club's register: its own fields, tags and saved views, for its office",
  memberMessages: "Messages to the people of a club's register, for its office",
  bulk: "Bulk actions on the people of a club's register, each with a minute to stop it",
  exports: "A club's lists as files",
  officeCoupons: "A club's coupon codes, for its office",
  officeEvents: "A club's events, for its office",
  moveAnswers: 'Answers of guests whose event was moved',
  guestMessages: 'Messages to the guests of an event, for an office',
  questionTemplates: "A club's templates of questions, for its office",
  eventSeries: 'Events that repeat, for an office',
  officeRegistrations: 'Who is registered for an event, for an office',
  eventCancel: 'Cancelling an event and refunding its places',
  imports: "A club's lists of people, from the file to taking them back",
  eventFigures: "What a club's events have sold",
  eventPreview: 'How an event looks to others, for an office',
  officeMemberships: 'The seasons that a club sells, for its office',
  delayedActions: 'What an office can still stop',
  events: 'Events for members, and their registrations',
  questionAnswers: 'Answers to questions of events',
  publicEvents: 'Events for anyone',
  eventPayments: 'The card payment of orders with tickets',
  coupons: 'Coupon codes for members',
  tickets: 'Tickets, their codes and documents',
  waiting: 'Waiting lists of sold-out events, and their offers',
  officeWaiting: 'Waiting lists, for the office of the club',
  calendarFeeds: 'Calendars to subscribe to',
  conversations: 'What members and clubs write to each other',
  officeConversations: "A club's inbox, for its office",
  officeAccess: "The people of a club's office and their roles",
  officeHistory: 'What was changed at a club, and by whom',
  officeToday: 'What an office should look at today',
  leaving: 'Leaving a club, by its office or oneself',
  personProfile: "A person's details, which an office edits or suggests changes of",
  personDuplicates: "People who are in a club's register twice",
  mergeRequests: 'Whether two people who both sign in are one',
  personNotes: "Notes about a club's people, for its office",
  personTimeline: 'What happened between a person and a club, for its office',
  visitors: 'Questions from people who are not signed in',
  notes: 'Notes of a member',
  operator: 'Clubs, people and health of the portal, for its operator',
  privacy: 'Erasing a person',
  home: 'The front page of a member',
}
