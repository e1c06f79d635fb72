import type { Tx } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { selectPaidOrdersFor, type OrderRow } from '../queries.ts'
import { askForPaidMail, askForPaidWhatsapp, type TellServices } from './tell-buyer.ts'

type Year = string | number

/**
 * Makes sure that the buyer gets the mail about a paid membership. What it says and whom it reaches is the order's, never
 * the caller's, and what was asked for before is not sent twice.
 */
export async function tellAgainByMail(
  tx: Tx,
  actor: MemberActor,
  { memberId, ORG, YEAR }: { memberId: string; ORG: string; YEAR: Year },
): Promise<{ status: 'success' }> {
  for (const order of await paidOrders(tx, actor, memberId, ORG, YEAR))
    await askForPaidMail(tx, order, { toAccount: true })
  return { status: 'success' }
}

/** The same by WhatsApp, to whoever asked for such messages. */
export async function tellAgainByWhatsapp(
  services: TellServices,
  tx: Tx,
  actor: MemberActor,
  { memberId, '2': org, '3': year }: { memberId: string; '2': string; '3': Year },
): Promise<{ status: 'success' }> {
  for (const order of await paidOrders(tx, actor, memberId, org, year)) await askForPaidWhatsapp(services, tx, order)
  return { status: 'success' }
}

async function paidOrders(tx: Tx, actor: MemberActor, memberId: string, org: string, year: Year): Promise<OrderRow[]> {
  const about = { buyerId: actor.memberId, memberId, orgKey: org.toUpperCase(), year: Number(year) }
  const orders = /^\d{4}$/.test(String(year)) ? await selectPaidOrdersFor(tx, about) : []
  if (orders.length === 0) throw new Problem('not_found')
  return orders
}
