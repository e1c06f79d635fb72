import { organisations } from '#contract/organisations.ts'
import type { Db } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { route } from '#server/http/route.ts'
import { showPaymentConfiguration } from './payment-configuration.ts'

/** Refused while impersonating: a handle opens payments. */
const rules = { may: 'member', impersonator: 'refused' } as const

export const paymentRoutes = ({ db, secrets }: { db: Db; secrets: Secrets }) => [
  route(organisations.activePaymentConfiguration, rules, (_, actor, { id, provider }) =>
    showPaymentConfiguration({ db, secrets }, actor, { orgId: id, provider }),
  ),
  route(organisations.paymentConfiguration, rules, (_, actor, { orgId, paymentProviderId }) =>
    showPaymentConfiguration({ db, secrets }, actor, { orgId, id: paymentProviderId }),
  ),
]
