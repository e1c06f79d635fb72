import { notifications } from '#contract/notifications.ts'
import { route } from '#server/http/route.ts'
import type { LiveBells } from './bell/live-bells.ts'
import {
  listNotifications,
  markRead,
  pageNotifications,
  removeNotification,
  restoreNotification,
  showBell,
} from './bell/read-notifications.ts'
import type { FamilyLetterServices } from './mail/family-letters.ts'
import { sendNotification, sendNotificationByWhatsapp } from './bell/send-notification.ts'

export const notificationRoutes = (services: FamilyLetterServices, bells: LiveBells) => [
  route(notifications.create, { may: 'member', rate: { calls: 20 } }, sendNotification),
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
