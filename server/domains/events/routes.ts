import { calendarFeeds } from '#contract/events/calendar-feeds.ts'
import { eventCancel } from '#contract/events/cancel.ts'
import { eventFigures } from '#contract/events/figures.ts'
import { guestMessages } from '#contract/events/guest-messages.ts'
import { eventPreview } from '#contract/events/preview.ts'
import { coupons } from '#contract/events/coupons.ts'
import { events } from '#contract/events/events.ts'
import { moveAnswers } from '#contract/events/move-answers.ts'
import { eventPayments } from '#contract/events/payments.ts'
import { officeCoupons } from '#contract/events/office-coupons.ts'
import { officeEvents } from '#contract/events/office.ts'
import { eventSeries } from '#contract/events/series.ts'
import { officeRegistrations } from '#contract/events/registrations.ts'
import { questionAnswers } from '#contract/events/question-answers.ts'
import { questionTemplates } from '#contract/events/question-templates.ts'
import { publicEvents } from '#contract/events/public.ts'
import { tickets } from '#contract/events/tickets.ts'
import { officeWaiting, waiting } from '#contract/events/waiting.ts'
import { inTransaction, type Db } from '#server/database/db.ts'
import type { FileStore } from '#server/documents/file-store.ts'
import { drawing } from '#server/documents/draw-in-thread.ts'
import {
  type ByHandServices,
  capturePayment,
  declinePayment,
  openPaymentWindow,
  paying,
  type PayServices,
} from '#server/domains/orders/index.ts'
import { Problem } from '#server/http/problem.ts'
import { clubOfPath } from '#server/domains/organisations/index.ts'
import { office, route } from '#server/http/route.ts'
import { applyCoupon, listCoupons, showCoupon } from './coupons/apply-coupon.ts'
import { limitGuesses } from './coupons/limit-guesses.ts'
import { listOfficeCoupons, listUses, showOfficeCoupon } from './coupons/office-coupons.ts'
import { createCoupon, resumeCoupon, saveCoupon, stopCoupon } from './coupons/write-coupon.ts'
import { createFeed, listFeeds, revokeFeed } from './feeds/manage-feeds.ts'
import { readFeed } from './feeds/read-feed.ts'
import { listEvents, listKinds, listPublicEvents } from './listing/list-events.ts'
import { priceOf, showEvent, showPicture, showPublicEvent, writeCalendar } from './listing/show-event.ts'
import { previewCancel, startCancel } from './office/cancel-event.ts'
import { approveRun, askAgain, declineRun, retryRun, stopRun } from './office/cancel-run-actions.ts'
import { duplicateEvent } from './office/copy-event.ts'
import { showRun } from './office/show-cancel-run.ts'
import { showEditedEvent } from './office/edited-event.ts'
import { showClubFigures, showEventFigures } from './office/event-figures.ts'
import { describePicture, putPicture, removePicture, showOfficePicture } from './office/event-picture.ts'
import { discardEvent, publishEvent, withdrawEvent } from './office/event-state.ts'
import { answerByLink, answerTicket, listMoveAnswers, showMove } from './office/answer-move.ts'
import { addRegistration, findCandidates } from './office/add-registration.ts'
import { listOfficeEvents } from './office/list-office-events.ts'
import { messageGuests, previewGuestMessage } from './office/message-guests.ts'
import { readOfferedPlaces } from './office/offered-places.ts'
import { previewAsAnybody, previewAsPerson } from './office/preview-as.ts'
import { printRegistrations } from './office/print-registrations.ts'
import {
  markPresent,
  moveRegistrations,
  previewRefund,
  readMovePlaces,
  recordRefundByHand,
  refundRegistrations,
} from './office/registration-actions.ts'
import { listRegistrations } from './office/registrations.ts'
import { createEvent } from './office/write-event.ts'
import { saveTicketAnswers, showRegistrationQuestions, showTicketAnswers } from './questions/ticket-answers.ts'
import { listQuestionTemplates, removeQuestionTemplate, saveQuestionTemplate } from './questions/question-templates.ts'
import { saveOfficeAnswers, showOfficeAnswers } from './questions/office-answers.ts'
import { readSensitiveAnswers } from './questions/sensitive-answers.ts'
import { listEntries } from './registration/list-entries.ts'
import { followAgain, saveEvent } from './series/follow-series.ts'
import { changeRule, createSeries, publishSeries, showSeries } from './series/write-series.ts'
import { type CancelTicketServices, cancelTicket, refundTicket } from './tickets/cancel-ticket.ts'
import { listTicketsOfMember } from './tickets/member-tickets.ts'
import { listTickets, showTicket } from './tickets/show-tickets.ts'
import { publicTicketKeys, signingKey } from './tickets/signing-key.ts'
import { ticketCalendar, ticketPdf } from './tickets/ticket-files.ts'
import { joinWaiting, listMyWishes, showWaiting } from './waiting/join-waiting.ts'
import { declineOffer, leaveWaiting, showOfferOfLink } from './waiting/leave-waiting.ts'
import type { OfferServices } from './waiting/offer-places.ts'
import { messageWaiting, previewWaitingMessage } from './waiting/message-waiting.ts'
import { listOfficeWaiting, offerNow, removeWish } from './waiting/office-waiting.ts'

export const officeEventRoutes = (services: ByHandServices & { readonly files: FileStore }) => {
  const { files } = services
  const reads = { may: office('events.read', clubOfPath) }
  const writes = { may: office('events.write', clubOfPath) }
  const messages = { may: office('messages.send', clubOfPath) }
  const refunds = { may: office('money.refund', clubOfPath), rate: { calls: 60 } }
  return [
    route(officeEvents.list, reads, listOfficeEvents),
    route(officeEvents.item, reads, showEditedEvent),
    route(officeEvents.create, writes, createEvent),
    route(officeEvents.save, { ...writes, transaction: 'own' }, (db, caller, input) =>
      saveEvent(services.secrets, db, caller, input),
    ),
    route(officeEvents.publish, writes, publishEvent),
    route(officeEvents.withdraw, writes, withdrawEvent),
    route(officeEvents.duplicate, writes, duplicateEvent),
    route(officeEvents.putPicture, { ...writes, transaction: 'own', rate: { calls: 30 } }, (db, caller, input) =>
      putPicture(files, db, caller, input),
    ),
    route(officeEvents.picture, { ...reads, limiter: 'files' }, (db, caller, input) =>
      showOfficePicture(files, db, caller, input),
    ),
    route(officeEvents.describePicture, writes, describePicture),
    route(officeEvents.removePicture, { ...writes, rate: { calls: 30 } }, removePicture),
    route(officeEvents.discard, writes, discardEvent),
    route(eventSeries.create, { ...writes, rate: { calls: 20 } }, createSeries),
    route(eventSeries.item, reads, showSeries),
    route(eventSeries.change, { ...writes, rate: { calls: 20 } }, changeRule),
    route(eventSeries.publish, { ...writes, rate: { calls: 20 } }, publishSeries),
    route(eventSeries.follow, writes, (tx, caller, input) => followAgain(services.secrets, tx, caller, input)),
    route(officeRegistrations.list, reads, listRegistrations),
    // Whoever writes events holds it, too.
    route(officeRegistrations.present, { may: office('door', clubOfPath) }, markPresent),
    route(officeRegistrations.movePlaces, { ...writes, transaction: 'own' }, readMovePlaces),
    route(officeRegistrations.move, writes, (tx, caller, input) =>
      moveRegistrations(services.secrets, tx, caller, input),
    ),
    route(officeRegistrations.previewRefund, { ...refunds, transaction: 'own' }, previewRefund),
    route(officeRegistrations.refund, refunds, refundRegistrations),
    route(officeRegistrations.paidBack, refunds, recordRefundByHand),
    route(officeRegistrations.candidates, { ...writes, rate: { calls: 120 } }, findCandidates),
    route(officeRegistrations.places, { ...writes, rate: { calls: 240 } }, readOfferedPlaces),
    route(officeRegistrations.add, { ...writes, rate: { calls: 60, daily: 300 } }, (tx, caller, input) =>
      addRegistration(services, tx, caller, input),
    ),
    route(officeRegistrations.answers, reads, (db, caller, input) =>
      showOfficeAnswers(services.secrets, db, caller, input),
    ),
    route(officeRegistrations.saveAnswers, writes, (tx, caller, input) =>
      saveOfficeAnswers(services.secrets, tx, caller, input),
    ),
    route(officeRegistrations.sensitiveAnswers, { ...reads, rate: { calls: 60 } }, (tx, caller, input) =>
      readSensitiveAnswers(services.secrets, tx, caller, input),
    ),
    route(officeRegistrations.print, { ...reads, ...drawing, transaction: 'own' }, (db, caller, input) =>
      printRegistrations(services.secrets, db, caller, input),
    ),
    route(moveAnswers.ofEvent, reads, listMoveAnswers),
    route(questionTemplates.list, writes, listQuestionTemplates),
    route(questionTemplates.save, { ...writes, rate: { calls: 60 } }, saveQuestionTemplate),
    route(questionTemplates.remove, writes, removeQuestionTemplate),
    route(guestMessages.preview, { ...messages, transaction: 'own', rate: { calls: 120 } }, previewGuestMessage),
    route(guestMessages.send, { ...messages, rate: { calls: 10, daily: 50 } }, messageGuests),
    route(eventFigures.ofEvent, reads, showEventFigures),
    route(eventFigures.ofClub, reads, showClubFigures),
    route(eventPreview.asAnybody, { ...reads, rate: { calls: 120 } }, previewAsAnybody),
    route(eventPreview.asPerson, { ...writes, rate: { calls: 120 } }, previewAsPerson),
    route(eventCancel.preview, reads, previewCancel),
    route(eventCancel.run, reads, showRun),
    route(eventCancel.start, { ...writes, rate: { calls: 20 } }, startCancel),
    route(eventCancel.stop, writes, stopRun),
    route(eventCancel.approve, refunds, approveRun),
    route(eventCancel.decline, refunds, declineRun),
    route(eventCancel.ask, writes, askAgain),
    route(eventCancel.retry, { ...reads, rate: refunds.rate }, retryRun),
  ]
}

/** A club's discount codes for its office. Codes are secrets, so nobody who only reads events sees them. */
export const officeCouponRoutes = () => {
  const rules = { may: office('events.write', clubOfPath) }
  return [
    route(officeCoupons.list, rules, listOfficeCoupons),
    route(officeCoupons.item, rules, showOfficeCoupon),
    route(officeCoupons.create, rules, createCoupon),
    route(officeCoupons.save, rules, saveCoupon),
    route(officeCoupons.stop, rules, stopCoupon),
    route(officeCoupons.resume, rules, resumeCoupon),
    route(officeCoupons.uses, rules, listUses),
  ]
}

/** Events, and paying for orders with tickets. */
export const eventRoutes = (services: PayServices & { readonly files: FileStore }) => {
  const { db: portal, files, publicUrl } = services
  const showPrice = priceOf(portal)
  return [
    route(events.list, { may: 'member' }, listEvents),
    route(events.kinds, { may: 'member' }, listKinds),
    route(events.item, { may: 'member' }, showEvent),
    route(publicEvents.list, { may: 'public', rate: { calls: 120 } }, listPublicEvents),
    route(publicEvents.item, { may: 'public', rate: { calls: 120 } }, showPublicEvent),
    // A page shows a dozen.
    route(events.picture, { may: 'public', limiter: 'files', rate: { calls: 1200 } }, (db, _, input) =>
      showPicture(files, db, input),
    ),
    route(events.calendar, { may: 'public', rate: { calls: 120 } }, (db, actor, input) =>
      writeCalendar(publicUrl, db, actor, input),
    ),
    route(events.pricing, { may: 'member' }, (_, actor, input) => showPrice(actor, input)),
    route(events.entries, { may: 'member' }, listEntries),
    route(eventPayments.openPaymentWindow, paying, (_, buyer, input) => openPaymentWindow(services, buyer, input)),
    route(eventPayments.capture, paying, (db, buyer, input) => capturePayment(services, db, buyer, input)),
    route(eventPayments.decline, paying, (db, buyer, input) => declinePayment(services, db, buyer, input)),
  ]
}

interface TicketServices extends CancelTicketServices {
  readonly publicUrl: string
}

export const ticketRoutes = ({ secrets, lineHandlers, publicUrl }: TicketServices) => [
  route(tickets.ofMember, { may: office('events.read', clubOfPath) }, listTicketsOfMember),
  route(tickets.list, { may: 'member' }, (db, actor, input) => listTickets(secrets, db, actor, input)),
  route(tickets.item, { may: 'member' }, (db, actor, { entryId }) => showTicket(secrets, db, actor, entryId)),
  route(tickets.cancel, { may: 'member', transaction: 'own', rate: { calls: 30 } }, (db, actor, { entryId }) =>
    cancelTicket({ secrets, lineHandlers }, db, actor, entryId),
  ),
  route(tickets.refund, { may: 'member', transaction: 'own', rate: { calls: 30 } }, (db, actor, { entryId }) =>
    refundTicket({ secrets, lineHandlers }, db, actor, entryId),
  ),
  route(moveAnswers.show, { may: 'public', rate: { calls: 60 } }, (db, _, input) => showMove({ secrets }, db, input)),
  route(moveAnswers.answer, { may: 'public', transaction: 'own', rate: { calls: 30 } }, (db, _, input) =>
    answerByLink({ secrets, lineHandlers }, db, input),
  ),
  route(moveAnswers.ofTicket, { may: 'member', transaction: 'own', rate: { calls: 30 } }, (db, actor, input) =>
    answerTicket({ secrets, lineHandlers }, db, actor, input),
  ),
  route(tickets.pdf, { may: 'member', ...drawing }, (db, actor, input) => ticketPdf(secrets, db, actor, input)),
  route(tickets.pdfOfEvent, { may: 'member', ...drawing }, (db, actor, input) => ticketPdf(secrets, db, actor, input)),
  route(tickets.calendar, { may: 'member', rate: { calls: 60 } }, (db, actor, input) =>
    ticketCalendar(publicUrl, db, actor, input),
  ),
  route(questionAnswers.toAsk, { may: 'member' }, (db, actor, input) =>
    showRegistrationQuestions(secrets, db, actor, input),
  ),
  route(questionAnswers.ofTicket, { may: 'member' }, (db, actor, input) =>
    showTicketAnswers(secrets, db, actor, input),
  ),
  route(questionAnswers.save, { may: 'member' }, (tx, actor, input) => saveTicketAnswers(secrets, tx, actor, input)),
  route(tickets.keys, { may: 'public', rate: { calls: 60 } }, async (db: Db) => {
    // A scanner set up before the first ticket is sold needs the key as well.
    await signingKey(db, secrets)
    return { keys: await publicTicketKeys(db) }
  }),
]

/** Mail programs may open the links of many people from few addresses. */
const declining = { may: 'public', rate: { calls: 600 } } as const

export const waitingRoutes = (services: OfferServices) => {
  const { secrets } = services
  return [
    route(waiting.ofEvent, { may: 'member' }, showWaiting),
    route(waiting.mine, { may: 'member' }, listMyWishes),
    route(waiting.join, { may: 'member' }, joinWaiting),
    route(waiting.leave, { may: 'member' }, (tx, buyer, input) => leaveWaiting(services, tx, buyer, input)),
    route(waiting.offer, declining, (db, actor, input) => showOfferOfLink(secrets, db, actor, input)),
    route(waiting.decline, declining, (tx, actor, input) => declineOffer(services, tx, actor, input)),
  ]
}

export const officeWaitingRoutes = (services: OfferServices) => {
  const writes = { may: office('events.write', clubOfPath), rate: { calls: 120 } }
  const messages = { may: office('messages.send', clubOfPath) }
  return [
    route(officeWaiting.list, { may: office('events.read', clubOfPath) }, listOfficeWaiting),
    route(officeWaiting.offer, writes, (tx, caller, input) => offerNow(services, tx, caller, input)),
    route(officeWaiting.remove, writes, (tx, caller, input) => removeWish(services, tx, caller, input)),
    route(
      officeWaiting.previewMessage,
      { ...messages, transaction: 'own', rate: { calls: 120 } },
      previewWaitingMessage,
    ),
    route(officeWaiting.message, { ...messages, rate: { calls: 10, daily: 50 } }, messageWaiting),
  ]
}

export const calendarFeedRoutes = ({ publicUrl }: { readonly publicUrl: string }) => [
  route(calendarFeeds.list, { may: 'member' }, listFeeds),
  // A super admin who acts as somebody would keep reading their calendar.
  route(
    calendarFeeds.create,
    { may: 'member', impersonator: 'refused', rate: { calls: 10, daily: 50 } },
    (tx, actor, input) => createFeed(publicUrl, tx, actor, input),
  ),
  route(calendarFeeds.revoke, { may: 'member' }, revokeFeed),
  // By address: a calendar service reads for many people from one.
  route(calendarFeeds.read, { may: 'public', rate: { calls: 300 } }, (db, _, { token }) =>
    readFeed(publicUrl, db, token),
  ),
]

export const couponRoutes = () => [
  route(coupons.validate, { may: 'member', rate: { calls: 60 } }, async (db, buyer, input) => {
    if (!input.orgId) throw new Problem('coupon_validation_needs_organisation')
    return { valid: true as const, coupon: await limitGuesses(db, buyer, () => showCoupon(db, buyer, input)) }
  }),
  route(
    coupons.apply,
    { may: 'member', rate: { calls: 60 }, transaction: 'own', limiter: 'calls' },
    (db, buyer, input) => limitGuesses(db, buyer, () => inTransaction(db, (tx) => applyCoupon(tx, buyer, input))),
  ),
  route(coupons.available, { may: 'public', rate: { calls: 120 } }, listCoupons),
  route(coupons.item, { may: 'member', rate: { calls: 60 } }, (db, buyer, input) => {
    if (!input.orgId) throw new Problem('coupon_details_need_organisation')
    if (!input.code) throw new Problem('coupon_details_need_code')
    return limitGuesses(db, buyer, () => showCoupon(db, buyer, input))
  }),
]
