import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSimulators, type SimulatorOptions, type Simulators } from '../index.ts'

export const portal = 'https://portal.example'

/** Simulators on a free loopback port, mounted as in the portal, with their own folder. */
export async function startSimulators(options: Partial<SimulatorOptions> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'simulators-'))
  let simulators: Simulators | undefined
  const server = createServer((request, response) => {
    if (simulators?.owns(request.url!)) return simulators.handle(request, response)
    response.writeHead(502).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const start = () =>
    createSimulators({
      dataDir,
      url,
      product: 'izy',
      portalUrls: [portal],
      timing: { callbackTimeScale: 0.01, lostAnswerAfter: 20 },
      ...options,
    })
  simulators = await start()
  return {
    url,
    dataDir,
    get simulators() {
      return simulators!
    },
    async restart(between: () => Promise<void> = async () => {}) {
      await simulators!.stop()
      simulators = undefined
      await between()
      simulators = await start()
    },
    async stop() {
      await simulators?.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type Started = Awaited<ReturnType<typeof startSimulators>>
