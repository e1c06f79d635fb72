import { performance } from 'node:perf_hooks'
import { startApp, type AppOptions } from '#server/app.ts'
import { readConfig, type Config } from '#server/config.ts'
import { openContext, stopOnSignal } from '#server/context.ts'
import { freePort } from '#server/database/free-port.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { workOf } from '#server/schedule.ts'
import { createSimulators, type Simulators } from '../../simulators/index.ts'
import { registerPayments } from '../demo-world/register-payments.ts'
import { playRegister } from '../demo-world/register-scenes.ts'
import { seedDemoWorld } from '../seed.ts'

export interface Portal {
  readonly config: Config
  readonly simulators: Simulators | null
  /** Seconds since the start of the process. */
  readonly took: number
}

/** Runs everything in one process: database, server, worker, and outside production simulators and demo data. */
export async function startPortal(
  options: (config: Config) => Promise<AppOptions> | AppOptions = () => ({}),
): Promise<Portal> {
  const env = await withPort(process.env)
  const production = env.NODE_ENV === 'production'
  // The simulators need parts of the configuration, before their addresses complete it.
  const simulators =
    production || env.SIMULATORS_URL
      ? null
      : await startSimulators(readConfig({ SIMULATORS_URL: 'http://127.0.0.1', ...env }))
  const config = readConfig(simulators ? { ...addressesOf(simulators), ...env } : env)
  const context = await openContext(config)
  const closing = [() => context.close()]
  if (simulators) closing.unshift(() => simulators.stop())
  try {
    if (config.demoWorld && (await seedDemoWorld(context))) await playRegister(context)
    const { fronts = [], ...rest } = await options(config)
    const server = await startApp(context, { ...rest, fronts: [...(simulators ? [simulators] : []), ...fronts] })
    // The simulators answer once the server listens.
    if (config.demoWorld) await registerPayments(context)
    const worker = startWorker({ ...workOf(context), db: context.jobsDb })
    stopOnSignal(context.log, async () => {
      await Promise.all([server.close(), worker.stop()])
      for (const close of closing) await close()
    })
    return { config, simulators, took: performance.now() / 1000 }
  } catch (error) {
    for (const close of closing) await close()
    throw error
  }
}

const startSimulators = ({ dataDir, publicUrl, product, oidc }: Config) =>
  createSimulators({
    dataDir,
    url: publicUrl,
    product: product.key,
    productName: product.name,
    portalUrls: [publicUrl],
    clientId: oidc.clientId,
    log: (line) => process.stderr.write(`${line}\n`),
  })

/** The simulators' addresses as variables, unless the operator set others. */
const addressesOf = ({ issuer, gatewayUrl, managementUrl, smtpUrl, whatsappUrl }: Simulators) => ({
  OIDC_ISSUER: issuer,
  FREEPAY_GATEWAY_URL: gatewayUrl,
  FREEPAY_MANAGEMENT_URL: managementUrl,
  SMTP_URL: smtpUrl,
  // The real URL contains version and sender, too.
  WHATSAPP_URL: `${whatsappUrl}/v23.0/100000000000001`,
  WHATSAPP_TOKEN: 'simulated',
})

/** Replaces port 0 with a free one, because the portal's address must be known first. */
async function withPort(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (env.PORT !== '0') return env
  return { ...env, PORT: String(await freePort()) }
}
