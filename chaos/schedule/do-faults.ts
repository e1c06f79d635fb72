import { setTimeout as wait } from 'node:timers/promises'
import { COMMIT } from '#server/testing/outside/tcp-proxy.ts'
import { patiently } from '../purchase/browser.ts'
import type { Portal } from '../stack/portal.ts'
import { pass } from '../stack/portal-time.ts'
import type { PlannedFault, TimedFault } from './plan-faults.ts'

const simulators = ['card-gateway', 'mailbox', 'whatsapp', 'identity-provider']

/** Injects each fault at its time. Resolves after the last. */
export async function doFaults(portal: Portal, faults: readonly TimedFault[]): Promise<void> {
  const begun = Date.now()
  await Promise.all(
    faults.map(async ({ at, fault }) => {
      await wait(Math.max(0, begun + at - Date.now()))
      await strike(portal, fault)
    }),
  )
}

async function strike(portal: Portal, fault: PlannedFault): Promise<void> {
  const { infrastructure, sql, servers, workers } = portal
  switch (fault.kind) {
    case 'script':
      await patiently(`${infrastructure.simulatorsUrl}/simulators/${fault.simulator}/faults`, {
        method: 'POST',
        json: fault.rule,
      })
      return
    case 'cut':
      return infrastructure.lines[fault.line].cut()
    case 'down': {
      const line = infrastructure.lines[fault.line]
      await (fault.how === 'refuse' ? line.refuse() : line.blackHole())
      await wait(fault.ms)
      await line.forward()
      return
    }
    case 'cut at commit':
      for (let left = fault.times; left > 0; left--)
        await Promise.race([
          infrastructure.lines.database.cutAt(COMMIT, fault.moment),
          wait(1500, undefined, { ref: false }),
        ])
      return
    case 'terminate':
      await sql(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'portal%'`)
      return
    case 'kill':
      return (fault.what === 'server' ? servers : workers)[fault.number]?.kill()
    case 'arm':
      return (fault.what === 'server' ? servers : workers)[fault.number]?.replace({ CRASH_AT: fault.crashAt })
    case 'kill PostgreSQL':
      return infrastructure.postgres.kill()
    case 'kill simulators':
      return infrastructure.simulators.kill()
    case 'clock':
      return pass(portal, fault.minutes)
  }
}

/** Ends all faults: scripted ones are cleared, proxies forward, and all processes run. */
export async function endFaults(portal: Portal): Promise<void> {
  const { infrastructure } = portal
  await infrastructure.simulators.ready()
  for (const simulator of simulators) {
    const response = await fetch(`${infrastructure.simulatorsUrl}/simulators/${simulator}/faults`, { method: 'DELETE' })
    if (!response.ok) throw new Error(`The faults of ${simulator} do not end: ${response.status}`)
  }
  await Promise.all(Object.values(infrastructure.lines).map((line) => line.forward()))
  // Replaces a process that has not reached its crash point.
  await Promise.all([...portal.servers, ...portal.workers].filter((one) => one.replaced).map((one) => one.kill()))
  await portal.ready()
}
