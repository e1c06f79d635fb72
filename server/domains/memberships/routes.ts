import { memberships } from '#contract/memberships/memberships.ts'
import { officeMembers } from '#contract/memberships/club-members.ts'
import { officeMemberships } from '#contract/memberships/office.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { clubOfPath } from '#server/domains/organisations/index.ts'
import { office, route } from '#server/http/route.ts'
import { listClubMembers, listPaidSeasons } from './club-members/list-club-members.ts'
import { showClubMember } from './club-members/show-club-member.ts'
import { createMembership, createTerm } from './drafts/begin-term.ts'
import { createPayment, showPayment } from './drafts/term-payment.ts'
import { copySeasons, previewCopies } from './office/copy-seasons.ts'
import { showMembershipFigures } from './office/membership-figures.ts'
import { listSeasons } from './office/seasons.ts'
import { discardSeason, publishSeasons, resumeSeason, stopSeason } from './office/sell-seasons.ts'
import { createSeason, saveSeason, startFromTemplate } from './office/write-season.ts'
import { renewalPlans } from './renewals/renewal-plan.ts'
import { forgetCard, listSavedCards } from './renewals/saved-cards.ts'
import { switchRenewal, type SwitchServices } from './renewals/switch-renewal.ts'
import { listConfigurations, listConfigurationsOfMine } from './sale/list-configurations.ts'
import { calculateStatus } from './terms/record-status.ts'
import { listMemberships, listMembershipsOfFamily, showMembership } from './terms/list-memberships.ts'

const writing = { may: office('memberships.write', clubOfPath), rate: { calls: 120 } } as const

export function membershipRoutes(services: SwitchServices) {
  const plansOf = renewalPlans(services.secrets)
  return [
    route(organisations.membershipConfigurations, { may: 'identity' }, listConfigurations),
    route(organisations.configurationsOfMine, { may: 'member' }, listConfigurationsOfMine),
    route(memberships.list, { may: 'member' }, (db, actor, input) => listMemberships(db, actor, input, plansOf)),
    route(memberships.ofFamily, { may: 'member' }, (db, actor, input) =>
      listMembershipsOfFamily(db, actor, input, plansOf),
    ),
    route(memberships.item, { may: 'member' }, (db, actor, input) => showMembership(db, actor, input, plansOf)),
    route(memberships.createItem, { may: 'member', transaction: 'own', rate: { calls: 60 } }, (db, actor, input) =>
      createMembership(db, actor, input, plansOf),
    ),
    route(memberships.createTerm, { may: 'member', rate: { calls: 60 } }, createTerm),
    route(memberships.createPayment, { may: 'member', rate: { calls: 60 } }, createPayment),
    route(memberships.payment, { may: 'member' }, showPayment),
    route(memberships.updatePayment, { may: 'member' }, (tx, actor, { historyId, id }) =>
      showPayment(tx, actor, { historyId, paymentId: id }),
    ),
    route(memberships.calculateStatus, { may: 'member' }, calculateStatus),
    route(memberships.updateItem, { may: 'member', rate: { calls: 60 } }, (tx, actor, input) =>
      switchRenewal(services, tx, actor, input),
    ),
    route(memberships.savedCards, { may: 'member' }, listSavedCards),
    route(memberships.forgetCard, { may: 'member', impersonator: 'refused' }, (tx, actor, input) =>
      forgetCard(services.lineHandlers, tx, actor, input),
    ),
    route(officeMembers.list, { may: office('members.read', clubOfPath) }, listClubMembers),
    route(officeMembers.seasons, { may: office('members.read', clubOfPath) }, listPaidSeasons),
    route(officeMembers.show, { may: office('members.read', clubOfPath) }, showClubMember),
    route(officeMemberships.list, { may: office('members.read', clubOfPath) }, listSeasons),
    route(officeMemberships.figures, { may: office('members.read', clubOfPath) }, showMembershipFigures),
    route(officeMemberships.create, writing, createSeason),
    route(officeMemberships.fromTemplate, writing, startFromTemplate),
    route(officeMemberships.save, writing, saveSeason),
    route(officeMemberships.discard, writing, discardSeason),
    route(officeMemberships.publish, writing, publishSeasons),
    route(officeMemberships.stop, writing, stopSeason),
    route(officeMemberships.resume, writing, resumeSeason),
    route(officeMemberships.previewCopies, writing, previewCopies),
    route(officeMemberships.copy, writing, copySeasons),
  ]
}
