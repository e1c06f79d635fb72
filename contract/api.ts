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
