import { notifications } from '#contract/notifications.ts'
import type { Rate } from '#server/http/limits/rate.ts'
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
import {
  sendNotification,
  sendNotificationByWhatsapp,
  type AskClub,
  type AskClubByWhatsapp,
} from './bell/send-notification.ts'

interface Services extends FamilyLetterServices {
  readonly bells: LiveBells
  /** What becomes of a notification to a club, and of the same by WhatsApp. */
  readonly askClub: AskClub
  readonly askClubByWhatsapp: AskClubByWhatsapp
}

/** A person writes to clubs less often than this, by whatever call; a club house shares one address. */
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
