import { messages } from '#contract/messages.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { route } from '#server/http/route.ts'
import { prefer, showPreferences, type ChoiceServices } from './preferences/choose-messages.ts'
import { listFailed, resendMessage } from './failed-messages.ts'
import { changeSubscription, showSubscription } from './preferences/unsubscribe.ts'

/** Mail services click for many of their users from few addresses. */
const unsubscribing = { calls: 600 }

export const messageRoutes = (services: ChoiceServices & { readonly secrets: Secrets }) => [
  route(messages.preferences, { may: 'member', rate: { calls: 120 } }, (db, actor) =>
    showPreferences(services, db, actor),
  ),
  route(messages.prefer, { may: 'member', impersonator: 'refused', rate: { calls: 60 } }, (tx, actor, input) =>
    prefer(services, tx, actor, input),
  ),
  route(messages.subscription, { may: 'public', rate: unsubscribing }, (db, _, input) =>
    showSubscription(services.secrets, db, input),
  ),
  route(messages.unsubscribe, { may: 'public', rate: unsubscribing }, (tx, _, input) =>
    changeSubscription(services.secrets, tx, input, false),
  ),
  route(messages.resubscribe, { may: 'public', rate: unsubscribing }, (tx, _, input) =>
    changeSubscription(services.secrets, tx, input, true),
  ),
  route(messages.failed, { may: 'super_admin', rate: { calls: 120 } }, (db, _, input) => listFailed(db, input)),
  route(messages.resend, { may: 'super_admin', rate: { calls: 60 } }, (tx, _, input) => resendMessage(tx, input)),
]
