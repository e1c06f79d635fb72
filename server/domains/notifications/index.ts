export { accountMails, accountNotifications } from './mail/account-mails.ts'
export { familyNotifications } from './mail/family-notifications.ts'
export { familyMails, familyWhatsapps } from './mail/family-mails.ts'
export {
  clubMail,
  finishMail,
  type FinishServices,
  type MailDraft,
  markedAsTest,
  portalMail,
} from './mail/build-mail.ts'
export type { MailTable } from './mail/compose-mail.ts'
export { createMailer, type Mailer } from './mail/mailer.ts'
export { type MailTemplates, messageIdOf, requestMail } from './mail/send-mail.ts'
export { countFailedOfClub, selectFailedOfClub } from './failed-messages.ts'
export { messageMeasure } from './message-state.ts'
export { clubMessageRoutes, messageRoutes, notificationRoutes, toClubs } from './routes.ts'
export { notificationJobs, notificationSchedule } from './jobs.ts'
export { type LiveBells, startLiveBells } from './bell/live-bells.ts'
export { type About, notify, notifyEach } from './bell/notify.ts'
export * as threadNotifications from './bell/thread-queries.ts'
export {
  clubMessageHandler,
  clubMessageMails,
  previewMessage,
  selectMessagesSeen,
  selectToMembers,
  sendToMany,
  stopMessage,
} from './club-messages.ts'
export { broadcast } from './bell/broadcast.ts'
export { selectMailsToClub, selectNotificationOnce } from './queries.ts'
export { requestWhatsapp, type WhatsappTemplates } from './whatsapp/send-whatsapp.ts'
export { createWhatsapp, type Whatsapp, type WhatsappMessage, whatsappNumber } from './whatsapp/whatsapp.ts'
