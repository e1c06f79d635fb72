import { clubMessages } from '#contract/notifications/club-messages.ts'
import { messages } from '#contract/notifications/messages.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import type { Secrets } from '#server/database/secrets.ts'
import type { Rate } from '#server/http/limits/rate.ts'
import { clubOfPath } from '#server/domains/organisations/index.ts'
import { office, route } from '#server/http/route.ts'
import type { LiveBells } from './bell/live-bells.ts'
import {
  listNotifications,
  markRead,
  pageNotifications,
  removeNotification,
  restoreNotification,
  showBell,
} from './bell/read-notifications.ts'
import {
  type AskClub,
  type AskClubByWhatsapp,
  sendNotification,
  sendNotificationByWhatsapp,
} from './bell/send-notification.ts'
import {
  listClubMessages,
  listFailedReaders,
  listMemberMessages,
  type MayFilter,
  retryFailedReaders,
} from './club-messages.ts'
import { listFailed, resendMessage } from './failed-messages.ts'
import type { FamilyNotificationServices } from './mail/family-notifications.ts'
import { type ChoiceServices, prefer, showPreferences } from './preferences/preferences.ts'
import { changeSubscription, showSubscription } from './preferences/unsubscribe.ts'

interface Services extends FamilyNotificationServices {
  readonly bells: LiveBells
  /** Handlers of messages to a club. */
  readonly askClub: AskClub
  readonly askClubByWhatsapp: AskClubByWhatsapp
}

/** The limit of messages to clubs, over all calls; a club house shares one address. */
export const toClubs = { name: 'messages to clubs', calls: 20, perIp: 60, daily: 100 } as const satisfies Rate

export const notificationRoutes = ({ bells, askClub, ...services }: Services) => [
  route(notifications.create, { may: 'member', rate: toClubs }, (tx, actor, input) =>
    sendNotification(askClub, tx, actor, input),
  ),
  route(notifications.whatsapp, { may: 'member', rate: { calls: 20 } }, (tx, actor, input) =>
    sendNotificationByWhatsapp(services, tx, actor, input),
  ),
  route(notifications.list, { may: 'member' }, listNotifications),
  route(notifications.page, { may: 'member' }, pageNotifications),
  route(notifications.bell, { may: 'member' }, showBell),
  route(notifications.stream, { may: 'member', rate: { calls: 60 } }, (_, actor) => bells.follow(actor)),
  route(notifications.markRead, { may: 'member' }, markRead),
  route(notifications.remove, { may: 'member' }, removeNotification),
  route(notifications.restore, { may: 'member' }, restoreNotification),
]

/** Mail services unsubscribe many users from few addresses. */
const unsubscribing = { calls: 600 }

/** A club's messages to many. Each source of readers has calls of its own that write them. */
export const clubMessageRoutes = ({ mayFilter }: { readonly mayFilter: MayFilter }) => [
  route(clubMessages.list, { may: office('events.read', clubOfPath), rate: { calls: 240 } }, (db, caller, input) =>
    listClubMessages(mayFilter, db, caller, input),
  ),
  route(
    clubMessages.toMembers,
    { may: office('members.read', clubOfPath), rate: { calls: 240 } },
    (db, caller, input) => listMemberMessages(mayFilter, db, caller, input),
  ),
  route(
    clubMessages.failures,
    { may: office('messages.send', clubOfPath), rate: { calls: 120 } },
    (db, caller, input) => listFailedReaders(mayFilter, db, caller, input),
  ),
  route(clubMessages.retry, { may: office('messages.send', clubOfPath), rate: { calls: 20 } }, (tx, caller, input) =>
    retryFailedReaders(mayFilter, tx, caller, input),
  ),
]

export const messageRoutes = (services: ChoiceServices & { readonly secrets: Secrets }) => [
  route(messages.preferences, { may: 'member', rate: { calls: 120 } }, (db, actor) =>
    showPreferences(services, db, actor),
  ),
  route(messages.prefer, { may: 'member', impersonator: 'refused', rate: { calls: 60 } }, (tx, actor, input) =>
    prefer(services, tx, actor, input),
  ),
  route(messages.subscription, { may: 'public', rate: unsubscribing }, (db, _, input) =>
    showSubscription(services.secrets, db, input),
  ),
  route(messages.unsubscribe, { may: 'public', rate: unsubscribing }, (tx, _, input) =>
    changeSubscription(services.secrets, tx, input, false),
  ),
  route(messages.resubscribe, { may: 'public', rate: unsubscribing }, (tx, _, input) =>
    changeSubscription(services.secrets, tx, input, true),
  ),
  route(messages.failed, { may: 'operator', rate: { calls: 120 } }, (db, _, input) => listFailed(db, input)),
  route(messages.resend, { may: 'operator', rate: { calls: 60 } }, (tx, actor, input) =>
    resendMessage(services, tx, actor, input),
  ),
]
