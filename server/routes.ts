import type { Context } from './context.ts'
import { exportRoutes } from './domains/exports/index.ts'
import { homeRoutes } from './domains/home/index.ts'
import { memberRoutes } from './domains/members/index.ts'
import {
  askByNotification,
  askByWhatsapp,
  conversationRoutes,
  mergeNotes,
  mergeThreads,
  recordAdministered,
} from './domains/conversations/index.ts'
import {
  calendarFeedRoutes,
  countEvents,
  countOpenEvents,
  couponRoutes,
  eventRoutes,
  officeCouponRoutes,
  officeEventRoutes,
  officeWaitingRoutes,
  hasEntries,
  recountMissingOf,
  selectTicketUntil,
  ticketRoutes,
  waitingRoutes,
} from './domains/events/index.ts'
import {
  hasMemberships,
  listOpenSeasons,
  mayFilter,
  membershipRoutes,
  saleFacts,
  selectHeldUntil,
  selectOwnClubs,
  selectPricesFrom,
} from './domains/memberships/index.ts'
import {
  accountNotifications,
  familyNotifications,
  type LiveBells,
  clubMessageRoutes,
  messageRoutes,
  notificationRoutes,
} from './domains/notifications/index.ts'
import { officeRoutes } from './domains/office/index.ts'
import { operatorRoutes } from './domains/operator/index.ts'
import { importRoutes, peopleRoutes } from './domains/people/index.ts'
import { privacyRoutes } from './domains/privacy/index.ts'
import { hasOrders, orderRoutes, releaseAfterUnlink, settlementRoutes } from './domains/orders/index.ts'
import { clubSettingsRoutes, organisationRoutes, type OwnSources } from './domains/organisations/index.ts'
import { paymentRoutes, selectPaymentFacts, selectTestModes } from './domains/payments/index.ts'
import type { Route } from './http/route.ts'

/** Facts about the family's clubs that later domains know. */
const ownSources: OwnSources = {
  facts: { payment: selectPaymentFacts, sale: saleFacts, events: countEvents },
  selectOwnClubs,
}

/** The routes of every endpoint in the contract, by domain. */
export const routesOf = (context: Context, bells: LiveBells): Route[] => [
  ...organisationRoutes({
    ...ownSources,
    publicFacts: { testMode: selectTestModes, prices: selectPricesFrom, events: countOpenEvents },
    listOpenSeasons,
  }),
  ...clubSettingsRoutes(),
  ...memberRoutes({
    ...context,
    accountNotifications,
    familyNotifications: familyNotifications(context),
    hasData: { orders: hasOrders, memberships: hasMemberships, entries: hasEntries },
    mergeProfile: { threads: mergeThreads, notes: mergeNotes },
    recordAdministered,
    holdsUntil: { memberships: selectHeldUntil, tickets: selectTicketUntil },
    birthDateChanged: (tx, memberId) => recountMissingOf(context.secrets, tx, [memberId]),
    endLink: (tx, pair, cause) => releaseAfterUnlink(context.lineHandlers, tx, pair, cause),
  }),
  ...notificationRoutes({
    ...context,
    bells,
    askClub: askByNotification(context),
    askClubByWhatsapp: askByWhatsapp(context),
  }),
  ...messageRoutes(context),
  ...clubMessageRoutes({ mayFilter }),
  ...paymentRoutes(context),
  ...orderRoutes(context),
  ...settlementRoutes(context),
  ...membershipRoutes(context),
  ...exportRoutes(context),
  ...couponRoutes(),
  ...eventRoutes(context),
  ...officeCouponRoutes(),
  ...officeEventRoutes(context),
  ...waitingRoutes(context),
  ...officeWaitingRoutes(context),
  ...ticketRoutes(context),
  ...calendarFeedRoutes(context),
  ...conversationRoutes(context),
  ...peopleRoutes(context),
  ...importRoutes(),
  ...officeRoutes(context),
  ...operatorRoutes(context),
  ...privacyRoutes(),
  ...homeRoutes({ organisations: ownSources, secrets: context.secrets }),
]
