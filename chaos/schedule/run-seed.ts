import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { violations } from '#server/testing/invariants/invariants.ts'
import { openBuyer, type Buyer, type Notes } from '../purchase/buyer.ts'
import { patiently } from '../purchase/browser.ts'
import { buildShop, type Person, type Shop } from '../purchase/world.ts'
import type { Portal } from '../stack/portal.ts'
import { doFaults, endFaults } from './do-faults.ts'
import { booksOf } from './books.ts'
import { heal } from './heal.ts'
import { askTheOffice } from './office.ts'
import { takeSnapshot } from './snapshot.ts'
import { planOf, type BuyerPlan, type Plan, type Step } from './plan.ts'

export interface Outcome {
  readonly plan: Plan
  readonly broken: readonly string[]
  /** Number of orders by final status. */
  readonly orders: Readonly<Record<string, number>>
  /** The state of the database, when something is broken. */
  readonly snapshot: string
}

/** One schedule: buyers and faults together, then no faults, some minutes of the portal's time, and the invariants. */
export async function runSeed(portal: Portal, people: readonly Person[], seed: number): Promise<Outcome> {
  const plan = planOf(seed, people.length)
  await portal.sql('delete from rate_windows')
  // Earlier schedules count for another day.
  await portal.sql(
    `update orders set created_at = created_at - interval '1 day' where status in ('expired', 'cancelled')`,
  )
  const shops = { live: await buildShop(portal, false), test: await buildShop(portal, true) }
  const notes: Notes = { acknowledged: [], wrong: [] }
  const late: (() => Promise<void>)[] = []

  const buyers = plan.buyers.map((buyer) => follow(portal, shops, people, buyer, notes, late))
  await Promise.all([doFaults(portal, plan.faults), ...buyers])
  await Promise.all(late.map((visit) => visit()))
  await endFaults(portal)

  const all = [shops.live, shops.test]
  notes.wrong.push(...(await heal(portal, all)))
  notes.wrong.push(...(await askTheOffice(portal, all)))
  const books = await booksOf(portal, all)
  const broken = [
    ...notes.wrong,
    ...(await violations({ ...books, acknowledged: notes.acknowledged, officeDone: true })),
  ]
  const orders = await portal.sql<{ status: string; count: number }>(
    'select status, count(*)::int as count from orders where org_id = any($1) group by status order by status',
    [books.orgIds],
  )
  return {
    plan,
    broken: [...new Set(broken)],
    orders: Object.fromEntries(orders.map((row) => [row.status, row.count])),
    snapshot: broken.length > 0 ? await takeSnapshot(portal, books) : '',
  }
}

async function follow(
  portal: Portal,
  shops: Record<BuyerPlan['shop'], Shop>,
  people: readonly Person[],
  plan: BuyerPlan,
  notes: Notes,
  late: (() => Promise<void>)[],
): Promise<void> {
  const shop = shops[plan.shop]
  const person = people[plan.person]!
  const members = plan.whom.map((whom) => (whom === 'self' ? person.memberId : person.childId))
  const buyer = openBuyer(portal, shop, person, shop.goods[plan.offer], members, notes)
  let back: string | null = null
  for (const step of plan.steps) back = await take(portal, buyer, step, back, late)
}

const together = <T>(count: number, act: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, act))

/** @returns where the gateway last sent the browser */
async function take(
  portal: Portal,
  buyer: Buyer,
  step: Step,
  back: string | null,
  late: (() => Promise<void>)[],
): Promise<string | null> {
  switch (step.do) {
    case 'wait':
      await wait(step.ms)
      return back
    case 'prepare':
      await together(step.together, () => buyer.prepare())
      return back
    case 'link':
      await together(step.together, () => buyer.openWindow())
      return back
    case 'pay': {
      const window = step.window === 'first' ? 0 : buyer.links.length - 1
      const sentTo = await together(step.together, () => buyer.pay(step.card, window))
      return sentTo.find((one) => one !== null) ?? null
    }
    case 'cancel':
      return buyer.cancel()
    case 'cancel order':
      await buyer.cancelOrder()
      return back
    case 'by hand':
      await buyer.byHand(step.what)
      return back
    case 'return': {
      if (!back) return null
      const come = async () => void (await together(step.together, () => buyer.visit(back)))
      if (step.when === 'now') await come()
      else late.push(come)
      return null
    }
    case 'look':
      await buyer.look()
      return back
    case 'capture':
      await together(step.together, () => buyer.capture())
      return back
    case 'forge':
      await buyer.forge(step.kind, randomUUID())
      return back
    case 'repeat callbacks': {
      const paymentIdentifier = buyer.links.at(-1)?.split('/').at(-1)
      const json = { paymentIdentifier, copies: step.copies, forged: step.forged }
      const address = `${portal.infrastructure.simulatorsUrl}/simulators/card-gateway/faults/callbacks`
      if (paymentIdentifier) await patiently(address, { method: 'POST', json })
      return back
    }
  }
}
