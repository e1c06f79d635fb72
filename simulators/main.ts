import { createServer } from 'node:http'
import { createSimulators } from './index.ts'
import { besidePortal } from './origins.ts'

const env = process.env
const port = Number(env['SIMULATORS_PORT'] ?? 3100)
const host = env['HOST'] ?? '127.0.0.1'
const smtpPort = Number(env['SIMULATORS_SMTP_PORT'] ?? port + 25)
// localhost, like the portal's default: browsers treat two host names as two sites, and sign-in frames of another site get no cookies.
const reached = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host
const portalUrls = (env['PUBLIC_URL'] ?? 'http://localhost:3000')
  .split(',')
  .map((one) => one.trim())
  .filter(Boolean)
const url = besidePortal(env['SIMULATORS_URL'] ?? `http://${reached}:${port}`, portalUrls[0])

function exitWith(reason: string): never {
  console.error(reason)
  process.exit(1)
}

if (env['NODE_ENV'] === 'production') exitWith('The simulators do not run in production (NODE_ENV=production).')

const simulators = await createSimulators({
  dataDir: env['DATA_DIR'] ?? '.data',
  url,
  product: env['PRODUCT_KEY'] ?? 'izy',
  productName: env['PRODUCT_NAME'] ?? 'Klubportal',
  portalUrls,
  smtpPort,
  smtpHost: host,
  clientId: env['OIDC_CLIENT_ID'] ?? 'member-web',
  log: console.log,
}).catch((error: NodeJS.ErrnoException) => exitWith(busy(error, smtpPort, 'SIMULATORS_SMTP_PORT')))

const server = createServer((request, response) => {
  if (simulators.owns(request.url ?? '')) return simulators.handle(request, response)
  if (request.url === '/') return response.writeHead(302, { location: '/simulators' }).end()
  return response.writeHead(404).end()
})
server.once('error', (error: NodeJS.ErrnoException) => exitWith(busy(error, port, 'SIMULATORS_PORT')))
server.listen(port, host, () => {
  console.log(`Simulators     ${url}/simulators`)
  console.log(`Sign-in        ${simulators.issuer}`)
  console.log(`Card gateway   ${simulators.gatewayUrl} and ${simulators.managementUrl}`)
  console.log(`Mail           ${simulators.smtpUrl}`)
  console.log(`WhatsApp       ${simulators.whatsappUrl}`)
  console.log(`\nStart the portal with SIMULATORS_URL=${url}`)
})

function busy(error: NodeJS.ErrnoException, busyPort: number, variable: string): string {
  return error.code === 'EADDRINUSE'
    ? `Port ${busyPort} is in use; set ${variable} to a free one.`
    : (error.stack ?? error.message)
}

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    server.close()
    void simulators.stop().then(() => {
      server.closeAllConnections()
      process.exit(0)
    })
  })
