import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import Fastify from 'fastify'
import { addCardGateway } from './card-gateway/index.ts'
import type { GatewayTiming } from './card-gateway/timing.ts'
import { addIdentityProvider } from './identity-provider/index.ts'
import { addMailbox } from './mailbox/index.ts'
import { allowedOrigins } from './origins.ts'
import { addOverview } from './overview.ts'
import { answerProblems } from './problem-pages.ts'
import { addWhatsapp } from './whatsapp/index.ts'

export interface SimulatorOptions {
  /** Files are stored in `{dataDir}/simulators/`. */
  dataDir: string
  /** Their own origin, such as http://127.0.0.1:3000. */
  url: string
  /** The product's key, which is also the realm's name. */
  product: string
  /** The name on the pages; the key with a capital letter when left out. */
  productName?: string
  /** The portal's public origins; addresses of this machine are allowed as well. */
  portalUrls: string[]
  /** 0 (the default) takes any free port. */
  smtpPort?: number
  smtpHost?: string
  clientId?: string
  accessTokenSeconds?: number
  timing?: Partial<GatewayTiming>
  log?: (line: string) => void
}

export interface Simulators {
  /** Whether a request with this path is for the simulators. */
  owns(url: string): boolean
  handle(request: IncomingMessage, response: ServerResponse): void
  smtpUrl: string
  issuer: string
  gatewayUrl: string
  managementUrl: string
  whatsappUrl: string
  stop(): Promise<void>
}

/** Identity provider, card gateway, mailbox and WhatsApp behind one request handler; only SMTP has a port of its own. */
export async function createSimulators(options: SimulatorOptions): Promise<Simulators> {
  if (process.env['NODE_ENV'] === 'production') throw new Error('The simulators do not run in production.')
  const { dataDir, product, log = () => {} } = options
  const url = new URL(options.url).origin
  const productName = options.productName ?? product.charAt(0).toUpperCase() + product.slice(1)
  const origins = allowedOrigins(options.portalUrls)

  let handle!: RequestListener
  const app = Fastify({
    bodyLimit: 200_000,
    routerOptions: { ignoreTrailingSlash: true },
    forceCloseConnections: true,
    // Never listens: the portal's server calls the handler.
    serverFactory: (handler) => {
      handle = handler
      return createServer(handler)
    },
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
  answerProblems(app, productName, origins.portals[0] ?? '/', log)

  const stops: (() => void | Promise<void>)[] = []
  const part = <Part extends { stop(): void | Promise<void> }>(added: Part): Part => {
    stops.push(() => added.stop())
    return added
  }
  const stop = async () => {
    await app.close()
    await Promise.all(stops.map(async (end) => end()))
  }

  try {
    const common = { dataDir, url, product, productName, origins, log }
    addOverview(app, common)
    const { issuer } = part(
      await addIdentityProvider(app, {
        ...common,
        clientId: options.clientId ?? 'member-web',
        accessTokenSeconds: options.accessTokenSeconds ?? fromEnvironment('SIMULATORS_ACCESS_TOKEN_TTL', 300),
      }),
    )
    const timing = {
      callbackTimeScale: fromEnvironment('SIMULATORS_CALLBACK_TIME_SCALE', 1),
      callbackFirst: 2_000,
      lostAnswerAfter: fromEnvironment('SIMULATORS_LOST_ANSWER_MS', 12_000),
      ...options.timing,
    }
    const { gatewayUrl, managementUrl } = part(await addCardGateway(app, { ...common, timing }))
    const { smtpUrl } = part(
      await addMailbox(app, { ...common, smtpHost: options.smtpHost ?? '127.0.0.1', smtpPort: options.smtpPort ?? 0 }),
    )
    const { whatsappUrl } = part(addWhatsapp(app, common))
    await app.ready()
    return { owns, handle, smtpUrl, issuer, gatewayUrl, managementUrl, whatsappUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const owns = (url: string) => /^\/(realms|simulators)(\/|\?|$)/.test(url)

function fromEnvironment(name: string, otherwise: number): number {
  const value = process.env[name]
  if (value === undefined || value === '') return otherwise
  const number = Number(value)
  if (!Number.isFinite(number) || number <= 0) throw new Error(`${name} must be a number above 0.`)
  return number
}
