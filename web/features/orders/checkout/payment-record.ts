import { paymentKey, readValue, writeValue } from '#web/api/local-storage.ts'

const lifetime = 60 * 60 * 1000

interface PaymentRecord {
  token: string
  /** All orders of its basket, one per club, in the order of payment. */
  basket: string[]
}

/**
 * Saves the order being paid (`{product}token`) and its basket for one hour: in local storage, otherwise in a cookie.
 * Without `basket`, keeps the one it already belongs to.
 */
export function savePaymentRecord(product: string, token: string, basket?: readonly string[], now = Date.now()): void {
  const orders = basket ?? basketOf(product, token, now)
  if (writeValue('browser', paymentKey(product), { token, basket: orders, until: now + lifetime })) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const text = [token, ...orders].join('.')
  document.cookie = `${paymentKey(product)}=${text}; Path=/; Max-Age=${lifetime / 1000}; SameSite=Lax${secure}`
}

/** The order whose payment was opened last; null after an hour. */
export const readPaymentRecord = (product: string, now = Date.now()): string | null =>
  readRecord(product, now)?.token ?? null

export function basketOf(product: string, token: string, now = Date.now()): string[] {
  const basket = readRecord(product, now)?.basket ?? []
  return basket.includes(token) ? basket : [token]
}

/** Removes the record if it is about this order. */
export function forgetPaymentRecord(product: string, token: string): void {
  if (readPaymentRecord(product) !== token) return
  document.cookie = `${paymentKey(product)}=; Path=/; Max-Age=0; SameSite=Lax`
  writeValue('browser', paymentKey(product), null)
}

function readRecord(product: string, now: number): PaymentRecord | null {
  const stored = readValue('browser', paymentKey(product), isStored)
  if (stored && stored.until > now) return { token: stored.token, basket: stored.basket ?? [stored.token] }
  const [token, ...basket] =
    new RegExp(`(?:^|; )${paymentKey(product)}=([A-Za-z0-9.]{40,})(?:;|$)`).exec(document.cookie)?.[1]?.split('.') ?? []
  return token ? { token, basket } : null
}

type Stored = Partial<PaymentRecord> & { token: string; until: number }

const isStored = (value: unknown): value is Stored => {
  const { token, basket, until } = (value ?? {}) as Partial<Stored>
  return typeof token === 'string' && typeof until === 'number' && (basket === undefined || Array.isArray(basket))
}

/** The field of the history entry's state. */
const leftOrderField = 'paying'

/** Notes in this entry of the browser's history which order is paid from it, for whoever comes back to it. */
export const noteLeftOrder = (token: string): void =>
  history.replaceState({ ...(history.state as object | null), [leftOrderField]: token }, '')

/** The order that was paid from this entry of the history; null where none was. */
export function leftOrder(): string | null {
  const token = (history.state as Record<string, unknown> | null)?.[leftOrderField]
  return typeof token === 'string' ? token : null
}
