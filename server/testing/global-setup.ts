import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { createSimulators } from '../../simulators/index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL for tests, which create their own databases from `template`. */
    database: { readonly url: string; readonly template: string }
    simulators: SimulatorAddresses
    /** Whether there is time for what only repeats: `npm run test:nightly`. */
    nightly: boolean
  }
}

export interface SimulatorAddresses {
  readonly url: string
  readonly issuer: string
  readonly gatewayUrl: string
  readonly managementUrl: string
  readonly smtpUrl: string
  /** With version and sender, as WHATSAPP_URL wants it; tests switch it on themselves. */
  readonly whatsappUrl: string
}

const template = 'portal_template'

/** Once per run: starts a fast, not crash-safe PostgreSQL with a migrated template, and the simulators. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-test-'))
  const database = await startEmbedded({ dataDir, test: true })
  await makeTemplate(database.url)
  const simulators = await startSimulators(dataDir)
  project.provide('database', { url: database.url, template })
  project.provide('simulators', simulators.addresses)
  return async () => {
    await simulators.stop()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${template}`)
  await client.end()
  const address = new URL(url)
  address.pathname = template
  await migrate(address.href)
}

async function startSimulators(dataDir: string): Promise<{ addresses: SimulatorAddresses; stop: () => Promise<void> }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const simulators = await createSimulators({
    dataDir,
    url,
    product: 'izy',
    portalUrls: ['http://127.0.0.1'],
    accessTokenSeconds: 3600,
  })
  server.on('request', (request, response) => simulators.handle(request, response))
  const { issuer, gatewayUrl, managementUrl, smtpUrl } = simulators
  const whatsappUrl = `${simulators.whatsappUrl}/v23.0/100000000000001`
  return {
    addresses: { url, issuer, gatewayUrl, managementUrl, smtpUrl, whatsappUrl },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await simulators.stop()
    },
  }
}
