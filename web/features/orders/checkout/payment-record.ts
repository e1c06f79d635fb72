/** How long a browser remembers the order it went to pay. */
const lifetime = 60 * 60 * 1000

const name = (product: string) => `${product}token`

interface Kept {
  /** The order whose payment was opened last. */
  token: string
  /** All orders of its basket, one for each club, in the order in which they are paid. */
  basket: string[]
}

/**
 * Remembers the `{product}token` of the order being paid for one hour, and the orders it was chosen with: in local storage,
 * else in a cookie. An order of the basket that is remembered already stays in it.
 */
export function keepPaymentRecord(product: string, token: string, basket?: readonly string[], now = Date.now()): void {
  const all = basket ?? basketOf(product, token, now)
  try {
    localStorage.setItem(name(product), JSON.stringify({ token, basket: all, until: now + lifetime }))
  } catch {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    const text = [token, ...all].join('.')
    document.cookie = `${name(product)}=${text}; Path=/; Max-Age=${lifetime / 1000}; SameSite=Lax${secure}`
  }
}

/** The order whose payment was opened last, or null when there is none or it is older than an hour. */
export const readPaymentRecord = (product: string, now = Date.now()): string | null =>
  readKept(product, now)?.token ?? null

/** The orders that an order was chosen with, itself among them; alone where none are remembered. */
export function basketOf(product: string, token: string, now = Date.now()): string[] {
  const basket = readKept(product, now)?.basket ?? []
  return basket.includes(token) ? basket : [token]
}

/** Forgets a record, unless it is about another order than the one that came to its end. */
export function forgetPaymentRecord(product: string, token: string): void {
  if (readPaymentRecord(product) !== token) return
  document.cookie = `${name(product)}=; Path=/; Max-Age=0; SameSite=Lax`
  try {
    localStorage.removeItem(name(product))
  } catch {
    // Nothing was kept there.
  }
}

function readKept(product: string, now: number): Kept | null {
  const kept = readStored(product)
  if (kept && kept.until > now) return { token: kept.token, basket: kept.basket ?? [kept.token] }
  const [token, ...basket] =
    new RegExp(`(?:^|; )${name(product)}=([A-Za-z0-9.]{40,})(?:;|$)`).exec(document.cookie)?.[1]?.split('.') ?? []
  return token ? { token, basket } : null
}

function readStored(product: string): (Partial<Kept> & { token: string; until: number }) | null {
  try {
    return JSON.parse(localStorage.getItem(name(product)) ?? 'null') as (Kept & { until: number }) | null
  } catch {
    return null
  }
}
