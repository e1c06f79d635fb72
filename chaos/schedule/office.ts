import { pathOf } from '#contract/endpoint.ts'
import { payments, type UnresolvedPayment } from '#contract/payments/payments.ts'
import { patiently } from '../purchase/browser.ts'
import { OFFICE, tokenOf, type Shop } from '../purchase/world.ts'
import type { Portal } from '../stack/portal.ts'
import { pass } from '../stack/portal-time.ts'
import { ledgerOf } from './books.ts'
import { heal } from './heal.ts'

/**
 * Abandoned windows and credits with lost answers wait for the office: it finds each in its list, looks into the
 * gateway's ledger, and records the outcome. @returns what it could not find or finish
 */
export async function askTheOffice(portal: Portal, shops: readonly Shop[]): Promise<string[]> {
  await pass(portal, 16)
  const token = await tokenOf(portal, OFFICE)
  const wrong = await Promise.all(shops.map((shop) => lookAfter(portal, shop, token)))
  return [...wrong.flat(), ...(await heal(portal, shops))]
}

async function lookAfter(portal: Portal, shop: Shop, token: string): Promise<string[]> {
  const wrong: string[] = []
  const address = (path: string, params: object = {}) =>
    portal.url + pathOf(path, 'izy', { orgId: shop.club.id, ...params })
  const answer = await patiently(`${address(payments.unresolved.path)}?declined=true`, { token })
  const listed = (answer?.body as { payments?: UnresolvedPayment[] } | null)?.payments ?? []
  const end = async (endpoint: { path: string }, paymentId: string, json: object) => {
    const done = await patiently(address(endpoint.path, { paymentId }), { method: 'POST', token, json })
    if (done?.status !== 200)
      wrong.push(`I7: the office cannot end payment ${paymentId}: ${JSON.stringify(done?.body)}`)
  }

  const { authorizations, credits } = await ledgerOf(portal, shop)
  for (const { refund } of listed.filter((one) => one.refund?.problem === 'unclear')) {
    const refundId = refund!.id
    const credited = credits.some(({ isSuccess, comment }) => isSuccess && comment === `Refund ${refundId}`)
    const url = address(payments.confirmRefund.path, { refundId })
    const said = await patiently(url, { method: 'POST', token, json: { credited } })
    if (said?.status !== 200) wrong.push(`I7: the office cannot end refund ${refundId}: ${JSON.stringify(said?.body)}`)
  }
  const windows = await portal.sql<{ id: string; window: string; status: string; paid: boolean }>(
    `select p.id, payment_identifier as window, p.status, o.status in ('paid', 'refunded') as paid
     from payments p join orders o on o.id = p.order_id
     where p.org_id = $1 and payment_identifier is not null and p.status in ('linked', 'declined')`,
    [shop.club.id],
  )
  for (const { id, window, status, paid } of windows) {
    if (!paid && !listed.some(({ paymentId }) => paymentId === id))
      wrong.push(`I7: the window of payment ${id} is ${status}, and the office does not see it`)
    const found = authorizations.find((one) => one.paymentIdentifier === window && !one.voidedAt)
    const { authorizationIdentifier } = found ?? {}
    if (authorizationIdentifier) await end(payments.resume, id, { authorizationIdentifier })
    else if (status === 'linked') await end(payments.close, id, {})
  }
  return wrong
}
