import type { Ledger } from '../../../simulators/card-gateway/ledger.ts'
import type { Sql } from './invariant-facts.ts'

/** The gateway's records of one club. Order numbers for tickets do not contain its key; those come from the database. */
export async function ledgerOfClub(
  simulatorsUrl: string,
  sql: Sql,
  { id, key }: { id: string; key: string },
): Promise<Ledger> {
  const read = async (orderNumber: string) =>
    (await (
      await fetch(`${simulatorsUrl}/simulators/card-gateway/ledger.json?orderNumber=${orderNumber}`)
    ).json()) as Ledger
  const own = await read(`${key.slice(0, 5)}-M-*`)
  const rows = await sql<{ number: string }>('select number from orders where org_id = $1 and event_id is not null', [
    id,
  ])
  if (rows.length === 0) return own
  const numbers = new Set(rows.map(({ number }) => number))
  const all = await read('IZY-EVE-*')
  const mine = <T extends { orderNumber: string | null }>(list: T[]) =>
    list.filter(({ orderNumber }) => orderNumber !== null && numbers.has(orderNumber))
  const links = mine(all.links)
  const windows = new Set(links.map(({ paymentIdentifier }) => paymentIdentifier))
  return joined(own, {
    links,
    authorizations: mine(all.authorizations),
    declines: mine(all.declines),
    captures: mine(all.captures),
    voids: mine(all.voids),
    credits: mine(all.credits),
    savedCards: mine(all.savedCards),
    callbacks: all.callbacks.filter(({ paymentIdentifier }) => windows.has(paymentIdentifier)),
  })
}

/** The ledgers of several clubs as one. */
export const joined = (one: Ledger, other: Ledger): Ledger => ({
  links: [...one.links, ...other.links],
  authorizations: [...one.authorizations, ...other.authorizations],
  declines: [...one.declines, ...other.declines],
  captures: [...one.captures, ...other.captures],
  voids: [...one.voids, ...other.voids],
  credits: [...one.credits, ...other.credits],
  savedCards: [...one.savedCards, ...other.savedCards],
  callbacks: [...one.callbacks, ...other.callbacks],
})
