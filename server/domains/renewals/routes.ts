import { memberships } from '#contract/memberships.ts'
import { route } from '#server/http/route.ts'
import { forgetCard } from './forget-card.ts'
import { listSavedCards } from './list-saved-cards.ts'
import { switchRenewal, type SwitchServices } from './switch-renewal.ts'

export const renewalRoutes = (services: SwitchServices) => [
  route(memberships.updateItem, { may: 'member', rate: { calls: 60 } }, (tx, actor, input) =>
    switchRenewal(services, tx, actor, input),
  ),
  route(memberships.savedCards, { may: 'member' }, listSavedCards),
  route(memberships.forgetCard, { may: 'member', impersonator: 'refused' }, (tx, actor, input) =>
    forgetCard(services.sellers, tx, actor, input),
  ),
]
