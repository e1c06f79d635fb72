export { selectComingWeek } from './listing/coming-week.ts'
export { countEvents, countOpenEvents } from './queries.ts'
export {
  calendarFeedRoutes,
  couponRoutes,
  eventRoutes,
  officeCouponRoutes,
  officeEventRoutes,
  officeWaitingRoutes,
  ticketRoutes,
  waitingRoutes,
} from './routes.ts'
export { selectPublicEventPaths } from './listing/show-event.ts'
export { storeOwnPicture } from './office/stored-picture.ts'
export { selectWaitingCancels } from './office/show-cancel-run.ts'
export { cancelRunHandler, cancelRunSchedule } from './office/cancel-run.ts'
export { moveHandler, stopMove, notifyMovedHandler } from './office/move-event.ts'
export { eventMails } from './office/cancel-mails.ts'
export { eventLineHandler } from './event-line-handler.ts'
export { firstDay, lastDay } from './listing/filter-queries.ts'
export { listEvents } from './listing/list-events.ts'
export { eventPreviews, knownEvents } from './listing/preview-event.ts'
export { createSoldOutCache, type SoldOutCache } from './registration/sold-out-cache.ts'
export { hasEntries, selectTicketUntil } from './registration/entry-queries.ts'
export { isWaiting } from './waiting/wish-state.ts'
export { newCouponCode } from './coupons/find-coupon.ts'
export { type MadeCode, readCodes } from './coupons/office-coupons.ts'
export { countCoupons } from './coupons/count-coupons.ts'
export { recountMissingOf } from './questions/answers.ts'
export { answerIn, readableAnswers, readPlainQuestions } from './questions/answers-in-words.ts'
export { readAnswersForTrainers, selectEventsForTrainers } from './questions/answers-for-trainers.ts'
export { answersSchedule } from './questions/remind-answers.ts'
export { deleteDueAnswers } from './questions/delete-answers.ts'
export { listTickets } from './tickets/show-tickets.ts'
export { ticketAttachments, ticketsOfPerson } from './tickets/ticket-files.ts'
export { findEvent, readRegistrations, type WhichRegistrations } from './office/registrations.ts'
export { offerPlacesHandler, waitingSchedule } from './waiting/offer-places.ts'
export { leaveWaitingLists } from './waiting/leave-waiting.ts'
