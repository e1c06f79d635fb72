import { memberships } from '#contract/memberships.ts'
import { organisations } from '#contract/organisations.ts'
import { route } from '#server/http/route.ts'
import { createMembership, createTerm } from './drafts/begin-term.ts'
import { calculateStatus } from './terms/calculate-status.ts'
import { listConfigurations, listConfigurationsOfMine } from './sale/list-configurations.ts'
import { listMemberships, listMembershipsOfFamily, showMembership, type PlansOf } from './terms/list-memberships.ts'
import { createPayment, showPayment } from './drafts/term-payment.ts'

export const membershipRoutes = (plansOf: PlansOf) => [
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
]
