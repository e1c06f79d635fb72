import type { Output } from '#contract/endpoint.ts'
import { organisations } from '#contract/organisations.ts'
import { warnOnce } from '#web/api/browser-log.ts'
import { ApiProblem, call } from '#web/api/client.ts'

type PaymentConfiguration = Output<typeof organisations.activePaymentConfiguration>

/** What stands in where a club has no payment provider: nothing can be paid with it. */
const noPaymentConfiguration: PaymentConfiguration = {
  provider: '',
  clientSecret: '',
  testMode: false,
  currencySymbol: '',
}

/** Says once in the browser's log that a club has no payment provider. */
export const warnOfNoProvider = (orgId: string) => warnOnce(`The organisation ${orgId} has no payment provider.`)

/** How a club is paid, with a handle that lives 15 minutes; empty where it has no payment provider. */
export async function paymentConfiguration(orgId: string): Promise<PaymentConfiguration> {
  try {
    return await call(organisations.activePaymentConfiguration, { id: orgId, provider: 'freepay' })
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'payment_not_configured') throw error
    warnOfNoProvider(orgId)
    return noPaymentConfiguration
  }
}
