import { memberships } from '#contract/memberships.ts'
import { organisations } from '#contract/organisations.ts'
import { route } from '#server/http/route.ts'
import { calculateStatus } from './calculate-status.ts'
import { listConfigurations } from './list-configurations.ts'
import { listMemberships, showMembership } from './list-memberships.ts'

export const membershipRoutes = () => [
  route(organisations.membershipConfigurations, { may: 'identity' }, listConfigurations),
  route(memberships.list, { may: 'member' }, listMemberships),
  route(memberships.item, { may: 'member' }, showMembership),
  route(memberships.calculateStatus, { may: 'member' }, calculateStatus),
]
