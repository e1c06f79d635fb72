import { setTimeout as wait } from 'node:timers/promises'
import { violations } from '#server/testing/invariants/invariants.ts'
import { COMMIT } from '#server/testing/outside/tcp-proxy.ts'
import { openBuyer, type Buyer, type Notes } from '../purchase/buyer.ts'
import { patiently } from '../purchase/browser.ts'
import { buildShop, type Offer, type Person, type Shop } from '../purchase/world.ts'
import { booksOf } from '../schedule/books.ts'
import { refundLines } from '../schedule/refund-lines.ts'
import { heal } from '../schedule/heal.ts'
import type { Portal } from '../stack/portal.ts'
import { idle, pass, runByTheClock } from '../stack/portal-time.ts'

/** Does what the guard protects. @returns the broken invariants: none while the guard is there */
export type Scenario = (portal: Portal, person: Person) => Promise<string[]>

type Act = (buyer: Buyer, shop: Shop, another: (offer?: Offer, memberIds?: string[]) => Buyer) => Promise<void>

/** A purchase in a new club, followed until it is finished, and the invariants. */
async function purchase(portal: Portal, person: Person, act: Act): Promise<string[]> {
  await portal.sql('delete from rate_windows')
  const shop = await buildShop(portal, false)
  const notes: Notes = { acknowledged: [], wrong: [] }
  const another = (offer: Offer = 'season', memberIds = [person.memberId]) =>
    openBuyer(portal, shop, person, shop.goods[offer], memberIds, notes)
  await act(another(), shop, another)
  // A broken portal may never finish: the invariants report it.
  const left = await heal(portal, [shop]).catch(() => [])
  const books = await booksOf(portal, [shop])
  return [...notes.wrong, ...left, ...(await violations({ ...books, acknowledged: notes.acknowledged }))]
}

const script = ({ infrastructure }: Portal, simulator: string, rule: object) =>
  patiently(`${infrastructure.simulatorsUrl}/simulators/${simulator}/faults`, { method: 'POST', json: rule })

/** Declined in one window, paid in a second one, and then paid in the first, which is still open. */
export const twoWindows: Scenario = (portal, person) =>
  purchase(portal, person, async (buyer) => {
    await buyer.prepare()
    await buyer.openWindow()
    const declined = await buyer.pay('0001')
    if (declined) await buyer.visit(declined)
    await buyer.openWindow()
    for (const window of [1, 0]) {
      const back = await buyer.pay('0000', window)
      if (back) await buyer.visit(back)
    }
  })

/** The first capture fails; the next succeeds long after the hold has expired. */
export const capturedAfterTheHold: Scenario = (portal, person) =>
  purchase(portal, person, async (buyer) => {
    await buyer.prepare()
    await buyer.openWindow()
    await script(portal, 'card-gateway', { endpoint: 'capture', drop: true, times: 2 })
    const back = await buyer.pay('0000')
    if (back) await buyer.visit(back)
    // Only the hold expires: jobs wait by the machine's clock and do not run yet.
    await portal.sql(`update portal_clock set "offset" = "offset" + interval '45 minutes'`)
    await portal.sql(`select graphile_worker.add_job('orders.expire', job_key => 'orders.expire')`)
    for (const until = Date.now() + 5_000; Date.now() < until; await wait(20)) {
      const [waiting] = await portal.sql(`select 1 from graphile_worker.jobs where task_identifier = 'orders.expire'`)
      if (!waiting) break
    }
  })

/** A later tab replaces the orders of earlier ones, so more tabs would clean up the evidence. */
const TABS = 3

/** One person chooses one season in several tabs at the same moment. */
export const manyTabs: Scenario = (portal, person) =>
  purchase(portal, person, async (_, shop, another) => {
    // The membership exists already: creating one would act as a lock.
    await portal.sql('insert into memberships (id, org_id, member_id) values (gen_random_uuid(), $1, $2)', [
      shop.club.id,
      person.memberId,
    ])
    await Promise.all(Array.from({ length: TABS }, () => another().prepare()))
  })

/** A parent and a child each want the last place, in two tabs at the same moment. */
export const lastPlace: Scenario = (portal, person) =>
  purchase(portal, person, async (_, { club }, another) => {
    await portal.sql('update events set capacity = 1 where org_id = $1', [club.id])
    const wanted = [person.memberId, person.childId].map((memberId) => another('ticket', [memberId]))
    await Promise.all(wanted.map((buyer) => buyer.prepare()))
  })

/** Somebody buys a ticket. */
export const oneTicket: Scenario = (portal, person) =>
  purchase(portal, person, async (_, __, another) => {
    const buyer = another('ticket')
    await buyer.prepare()
    await buyer.openWindow()
    const back = await buyer.pay('0000')
    if (back) await buyer.visit(back)
  })

/** Somebody who has paid for a season chooses another one of the same days. */
export const overlappingSeasons: Scenario = (portal, person) =>
  purchase(portal, person, async (buyer, _, another) => {
    await buyer.prepare()
    await buyer.openWindow()
    const back = await buyer.pay('0000')
    if (back) await buyer.visit(back)
    await another('overlapping').prepare()
  })

/** The gateway reports a payment but cannot be read at that moment, and the browser never returns. */
export const callbackWhileTheGatewayFails: Scenario = (portal, person) =>
  purchase(portal, person, async (buyer) => {
    await buyer.prepare()
    await buyer.openWindow()
    await script(portal, 'card-gateway', { endpoint: 'authorization', status: 503 })
    await buyer.pay('0010')
  })

/** The gateway authorises another amount than requested. */
export const otherAmount: Scenario = (portal, person) =>
  purchase(portal, person, async (buyer) => {
    await buyer.prepare()
    await buyer.openWindow()
    const back = await buyer.pay('0016')
    if (back) await buyer.visit(back)
  })

/** The office refunds one of two lines; the gateway credits it, and its answer is lost. */
export const creditWithoutAnswer: Scenario = (portal, person) =>
  purchase(portal, person, async (_, shop, another) => {
    const buyer = another('season', [person.memberId, person.childId])
    await buyer.prepare()
    await buyer.openWindow()
    const back = await buyer.pay('0000')
    if (back) await buyer.visit(back)
    await script(portal, 'card-gateway', { endpoint: 'credit', phase: 'after', drop: true })
    await refundLines(portal, shop, [1])
    await idle(portal)
  })

/** The mail server accepts the mail, and its answer is lost. */
export const mailWithoutAnswer: Scenario = (portal, person) =>
  purchase(portal, person, async (buyer) => {
    await script(portal, 'mailbox', { endpoint: 'message', phase: 'after', drop: true })
    await buyer.prepare()
    await buyer.openWindow()
    const back = await buyer.pay('0000')
    if (back) await buyer.visit(back)
    await idle(portal)
  })

/** The database connection breaks before the COMMIT arrives. */
export const cutAtCommit: Scenario = (portal, person) =>
  purchase(portal, person, async (buyer) => {
    const cut = portal.infrastructure.lines.database.cutAt(COMMIT, 'unsent')
    await buyer.prepare()
    await Promise.race([cut, wait(3_000, undefined, { ref: false })])
    await portal.infrastructure.lines.database.forward()
    await portal.ready()
  })

/** The server dies before it requests the payment link, and the buyer leaves. */
export const diedBeforeTheLink: Scenario = (portal, person) =>
  purchase(portal, person, async (buyer) => {
    await buyer.prepare()
    await portal.servers[0]!.replace({ CRASH_AT: 'link.intended' })
    portal.serveWith([portal.servers[0]!])
    await buyer.openWindow(1)
    portal.serveWith()
    await portal.ready()
    await pass(portal, 2)
    await runByTheClock(portal)
  })
