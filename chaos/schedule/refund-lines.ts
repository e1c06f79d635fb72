import { pathOf } from '#contract/endpoint.ts'
import { orders, type ClubOrder } from '#contract/orders/orders.ts'
import { patiently } from '../purchase/browser.ts'
import { OFFICE, tokenOf, type Shop } from '../purchase/world.ts'
import type { Portal } from '../stack/portal.ts'

/** The club's office refunds lines of its newest order, by their index. @returns what it could not do */
export async function refundLines(portal: Portal, { club }: Shop, places: readonly number[]): Promise<string[]> {
  const token = await tokenOf(portal, OFFICE)
  const address = (path: string, params: object = {}) => portal.url + pathOf(path, 'izy', { orgId: club.id, ...params })
  const listed = await patiently(address(orders.ofClub.path), { token })
  const [order] = (listed?.body as { orders?: ClubOrder[] } | null)?.orders ?? []
  if (!order) return ['the office does not see the paid order']
  const json = { lineIds: places.map((place) => order.lines[place]!.id) }
  const asked = await patiently(address(orders.refund.path, { orderId: order.id }), { method: 'POST', token, json })
  // The minute in which the office could stop it.
  await portal.sql(
    `select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs where task_identifier like '%-when-not-stopped'), run_at => now())`,
  )
  return asked?.status === 200 ? [] : [`the office cannot refund: ${JSON.stringify(asked?.body)}`]
}
