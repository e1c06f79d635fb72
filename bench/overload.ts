// npm run bench -- overload: finds one server's capacity, sends it ten times as much without waiting for answers, and
// prints what was admitted and refused, how fast, and the server's capacity afterwards.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { orders } from '#contract/orders/orders.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { newToken } from '#server/database/new-id.ts'
import { membershipData } from '#server/testing/selection.ts'
import type { Buyer } from './support/buyer.ts'
import { call, openBench, readOptions, say } from './support/head.ts'
import { cpuOf } from './support/meter.ts'
import type { Portal } from './support/portal.ts'
import { AMOUNT, readWorld, type Offer } from './support/world.ts'
import { besides, memberKinds } from './overload/kinds.ts'
import type { Request } from './overload/light-client.ts'
import { closedLoop, openLoop, type Kind } from './overload/open-loop.ts'
import { isAdmitted, table } from './overload/report.ts'

const { times, seconds, clients } = readOptions({ times: 10, seconds: 15, clients: 32 })
/** Payments a second in open windows during the load. */
const PAYMENTS = 3
const database = 'overload'
const { cluster, outside, fill, open, run } = await openBench([database])
await run(measure)

async function measure() {
  await fill(database, 10)
  await cluster.sql(database, 'vacuum (analyze)')
  const portal = await open(database)
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
    const before = cpuOf(portal.server.pid) / 1000
    const ownBefore = process.cpuUsage()
    const late = monitorEventLoopDelay({ resolution: 2 })
    late.enable()
    const answers = await openLoop(portal.url, kinds, capacity * load, length)
    const own = process.cpuUsage(ownBefore)
    const used = [cpuOf(portal.server.pid) / 1000 - before, (own.user + own.system) / 1e6].map((s) =>
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
    const lines = [{ memberId: buyer.memberId, season: { id: configurationId, orgId } }]
    const order = { token: newToken(), membershipData: membershipData(lines) }
    const { token } = await call<{ token: string }>(portal.url, orders.prepare, buyer, {}, order)
    const { clientSecret } = await call<{ clientSecret: string }>(
      portal.url,
      organisations.activePaymentConfiguration,
      buyer,
      { id: orgId, provider: 'freepay' },
    )
    const CustomerAcceptUrl = `${portal.publicUrl}/ui/membership/confirm?izytoken=${token}`
    const link = await call<{ paymentWindowLink: string }>(
      portal.url,
      orders.openPaymentWindow,
      buyer,
      {},
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
