export { graceEnd } from './grace.ts'
export { leavesBefore, linesOf, selectOffered, selectSeasonOnSale } from './sale/offered-mail.ts'
export { selectSeasonFor } from './sale/season-for.ts'
export { grantTerms, revokeGranted } from './terms/grant-terms.ts'
export { selectCardRenewals } from './renewals/superseded-renewals.ts'
export { endRenewalAt, type EndedRenewal, endRenewalsOf, restoreRenewals } from './renewals/saved-cards.ts'
export { listMembershipsOfFamily } from './terms/list-memberships.ts'
export { renewalPlans } from './renewals/renewal-plan.ts'
export { recordStatuses } from './terms/record-status.ts'
export { membershipsAtClub } from './terms/memberships-at-club.ts'
export { listOpenSeasons, saleFacts, selectPricesFrom } from './sale/list-configurations.ts'
export { membershipJobs, membershipSchedule } from './jobs.ts'
export { hasMemberships, selectHeldUntil, selectOwnClubs } from './queries.ts'
export { type OfferFor, type PaidDays, readOffers, selectPaidDays } from './offers.ts'
export { membershipMails } from './membership-mails.ts'
export { membershipRoutes } from './routes.ts'
export { membershipLineHandler } from './sale/membership-line-handler.ts'
export { announceRenewals } from './renewals/announce-renewals.ts'
export { listLeaving } from './office/members-leaving.ts'
export { listMissingSeasons } from './office/missing-seasons.ts'
export {
  mayFilter,
  readClubMembers,
  requireFilter,
  selectMatchingMembers,
  type WhichMembers,
} from './club-members/list-club-members.ts'
export { dismiss, joiningOf } from './dismissals.ts'
