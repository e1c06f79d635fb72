import { organisations } from '#contract/organisations/organisations.ts'
import { paymentKey } from '#contract/payments/key.ts'
import type { Db } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { clubOfPath } from '#server/domains/organisations/index.ts'
import { office, route } from '#server/http/route.ts'
import type { Gateway } from './gateway.ts'
import { confirmMerchant, setGatewayKey, showPaymentSettings } from './gateway-key.ts'
import { showPaymentConfiguration } from './payment-configuration.ts'

/** Refused while impersonating: a handle opens payments. */
const rules = { may: 'member', impersonator: 'refused' } as const

const settings = { may: office('settings', clubOfPath) } as const

export const paymentRoutes = ({ db, secrets, gateway }: { db: Db; secrets: Secrets; gateway: Gateway }) => [
  route(organisations.activePaymentConfiguration, rules, (_, actor, { id, provider }) =>
    showPaymentConfiguration({ db, secrets }, actor, { orgId: id, provider }),
  ),
  route(organisations.paymentConfiguration, rules, (_, actor, { orgId, paymentProviderId }) =>
    showPaymentConfiguration({ db, secrets }, actor, { orgId, id: paymentProviderId }),
  ),
  route(paymentKey.show, settings, showPaymentSettings),
  // Its own transactions: the gateway is asked in between. Few tries, so that nobody guesses keys here.
  route(paymentKey.set, { ...settings, transaction: 'own', rate: { calls: 10 } }, (own, caller, { key }) =>
    setGatewayKey({ gateway, secrets }, own, caller, { key }),
  ),
  route(paymentKey.confirmMerchant, { ...settings, rate: { calls: 30 } }, confirmMerchant),
]
