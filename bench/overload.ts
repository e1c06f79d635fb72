// npm run bench -- overload: finds one server's capacity, sends it ten times as much without waiting for answers, and
// prints what was admitted and refused, how fast, and the server's capacity afterwards.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { pathOf } from '#contract/endpoint.ts'
import { orders } from '#contract/orders/orders.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { newToken } from '#server/database/new-id.ts'
import { membershipData } from '#server/testing/selection.ts'
import type { Buyer } from './support/buyer.ts'
import { startCluster } from './support/cluster.ts'
import { portalName, startOutside } from './support/outside.ts'
import { startPortal, type Portal } from './support/portal.ts'
import { interrupted } from './support/processes.ts'
import { AMOUNT, fillWorld, readWorld, type Offer } from './support/world.ts'
import { besides, memberKinds } from './overload/kinds.ts'
import type { Request } from './overload/light-client.ts'
import { closedLoop, openLoop, type Kind } from './overload/open-loop.ts'
import { isAdmitted, table } from './overload/report.ts'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '15' },
    clients: { type: 'string', default: '32' },
  },
})
const [times, seconds, clients] = [values.times, values.seconds, values.clients].map(Number) as [number, number, number]
/** Payments a second in open windows during the load. */
const PAYMENTS = 3

const database = 'overload'
const secretsKey = randomBytes(32).toString('base64')
const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)}  ${text}`)

const cluster = await startCluster()
const outside = await startOutside(cluster, [database], false)
try {
  await Promise.race([measure(), interrupted])
} finally {
  await outside.stop()
  await cluster.stop()
}
process.exit()

async function measure() {
  await cluster.create(database)
  await fillWorld(cluster, database, { clubs: 10, issuer: outside.issuer, secretsKey })
  await cluster.sql(database, 'vacuum (analyze)')
  const portal = await startPortal({ ...outside, cluster, database, publicUrl: portalName(database), secretsKey })
  const { people, offers } = await readWorld(cluster, database)
  const buyers = await outside.signIn(people)
  const calls = memberKinds(portal.url, buyers, offers)

  say(`Capacity: ${clients} clients that wait for their answers`)
  await closedLoop(portal.url, calls, clients, 4)
  const calm = await closedLoop(portal.url, calls, clients, Math.min(seconds, 10))
  const capacity = calm.filter(isAdmitted).length / Math.min(seconds, 10)

  say(`Opening ${PAYMENTS * seconds} payment windows`)
  const windows: Kind = await paymentWindows(portal, buyers, offers[offers.length - 1]!)
  for (const [name, load] of [
    ['half of it', 0.5],
    [`${times} times as much`, times],
    ['half of it again', 0.5],
  ] as const) {
    say(`Sending ${name}: ${Math.round(capacity * load)} requests a second`)
    const kinds = [...calls, ...besides(portal.url), ...(load === times ? [windows] : [])]
    const length = load === times ? seconds : 5
    const before = cpuSeconds(portal.server.pid)
    const ownBefore = process.cpuUsage()
    const late = monitorEventLoopDelay({ resolution: 2 })
    late.enable()
    const answers = await openLoop(portal.url, kinds, capacity * load, length)
    const own = process.cpuUsage(ownBefore)
    const used = [cpuSeconds(portal.server.pid) - before, (own.user + own.system) / 1e6].map((s) =>
      (s / length).toFixed(2),
    )
    console.log(`\n${name} (it carries ${capacity.toFixed(0)}/s)`)
    console.log(table(kinds, answers, length))
    console.log(
      `processors used by the server ${used[0]}, by this process ${used[1]}, which was ${(late.percentile(99) / 1e6).toFixed(0)} ms late at p99`,
    )
  }
  await portal.stop()
}

/** One payment after the other, in windows that were opened before the load. */
async function paymentWindows(
  portal: Portal,
  buyers: readonly Buyer[],
  { orgId, configurationId }: Offer,
): Promise<Kind> {
  const links: string[] = []
  for (const buyer of buyers.slice(0, PAYMENTS * seconds)) {
    const ask = async <T>(method: string, path: string, body?: object, more = {}) => {
      const response = await fetch(portal.url + path, {
        method,
        headers: {
          authorization: `Bearer ${buyer.token}`,
          'x-forwarded-for': buyer.ip,
          'content-type': 'application/json',
          ...more,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as T
    }
    const lines = [{ memberId: buyer.memberId, season: { id: configurationId, orgId } }]
    const { token } = await ask<{ token: string }>('POST', pathOf(orders.prepare.path, 'izy'), {
      token: newToken(),
      membershipData: membershipData(lines),
    })
    const configuration = pathOf(organisations.activePaymentConfiguration.path, 'izy', {
      id: orgId,
      provider: 'freepay',
    })
    const { clientSecret } = await ask<{ clientSecret: string }>('GET', configuration)
    const CustomerAcceptUrl = `${portal.publicUrl}/ui/membership/confirm?izytoken=${token}`
    const link = await ask<{ paymentWindowLink: string }>(
      'POST',
      pathOf(orders.openPaymentWindow.path, 'izy'),
      { Amount: AMOUNT, Currency: 'DKK', CustomerAcceptUrl },
      { freepayauthtoken: clientSecret },
    )
    links.push(link.paymentWindowLink)
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = 'cardNumber=4100+0000+0000+0000&expiry=12%2F49&cvc=123'
  const next = () => ({ method: 'POST', url: links.pop()!, headers, body })
  const send = ({ url }: Request) =>
    fetch(url, { method: 'POST', headers, body }).then(
      ({ status }) => status,
      () => 0,
    )
  return { name: 'callback', share: PAYMENTS, fixed: true, next, send }
}

/** Processor time of a process so far, from /proc, whose clock ticks a hundred times a second. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
