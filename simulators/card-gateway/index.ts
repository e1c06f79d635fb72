import type { FastifyInstance, FastifyReply } from 'fastify'
import { faultRoutes, openFaults, injectFaults } from '../faults.ts'
import { chooseLanguage } from '../language.ts'
import type { AllowedOrigins } from '../origins.ts'
import { sendPage, workPage } from '../page.ts'
import { openStore } from '../store.ts'
import { authorizationRoutes } from './authorizations.ts'
import { repeatRoute } from './callback-routes.ts'
import { openCallbacks } from './callbacks.ts'
import { captureRoutes } from './captures.ts'
import { createLinkRoute } from './create-link.ts'
import { earlierPaymentsRoute } from './earlier-payments.ts'
import type { Gateway } from './gateway.ts'
import { ledgerPage } from './ledger-page.ts'
import { readLedger } from './ledger.ts'
import { savedCardRoutes } from './saved-cards.ts'
import { schema } from './schema.ts'
import type { GatewayTiming } from './timing.ts'
import { windowRoutes } from './window-routes.ts'

export interface CardGatewayOptions {
  dataDir: string
  url: string
  productName: string
  origins: AllowedOrigins
  timing: GatewayTiming
  log: (line: string) => void
}

export const gatewayPath = '/simulators/card-gateway'

/** Freepay's API and payment window under `/simulators/card-gateway`. */
export async function addCardGateway(app: FastifyInstance, options: CardGatewayOptions) {
  const store = openStore(options.dataDir, 'card-gateway', schema)
  const faults = openFaults(store)
  const callbacks = openCallbacks({ ...options, store, faults })
  const gateway: Gateway = { ...options, store, faults, callbacks, base: options.url + gatewayPath }
  const held = new Set<FastifyReply>()

  await app.register(
    async (part) => {
      await part.register(async (windows) => {
        injectFaults(windows, faults, held)
        windowRoutes(windows, gateway)
      })
      ledgerRoutes(part, gateway)
      earlierPaymentsRoute(part, gateway)
      faultRoutes(part, faults)
      repeatRoute(part, gateway)
      await part.register(async (api) => {
        api.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
          const status = error.statusCode ?? 500
          if (status >= 500) options.log(`card gateway: ${error.stack ?? error.message}`)
          return reply.code(status).send({ Message: status >= 500 ? 'An error has occurred.' : error.message })
        })
        injectFaults(api, faults, held)
        createLinkRoute(api, gateway)
        for (const prefix of ['/mw/api/v2', '/mw/api'])
          await api.register(
            async (management) => {
              authorizationRoutes(management, gateway)
              captureRoutes(management, gateway, held)
              savedCardRoutes(management, gateway)
            },
            { prefix },
          )
      })
    },
    { prefix: gatewayPath },
  )
  callbacks.resume()

  return {
    gatewayUrl: `${gateway.base}/gw`,
    managementUrl: `${gateway.base}/mw/api/v2`,
    stop() {
      callbacks.stop()
      for (const reply of held) reply.raw.destroy()
      store.close()
    },
  }
}

function ledgerRoutes(app: FastifyInstance, gateway: Gateway) {
  type Query = { Querystring: { orderNumber?: string } }

  app.get<Query>('/ledger.json', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return readLedger(gateway, request.query.orderNumber || undefined)
  })

  app.get('/', async (_request, reply) => reply.redirect(`${gatewayPath}/ledger`))

  app.get<Query>('/ledger', async (request, reply) => {
    const { orderNumber = '' } = request.query
    const language = chooseLanguage(request.headers['accept-language'])
    const content = ledgerPage(readLedger(gateway, orderNumber || undefined), language, orderNumber)
    const body = workPage(language, gateway.productName, `${gatewayPath}/ledger`, content)
    return sendPage(reply, {
      title: language === 'da' ? 'Betalinger' : 'Payments',
      language,
      product: gateway.productName,
      body,
    })
  })
}
