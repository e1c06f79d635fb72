/** How long a browser remembers the order it went to pay. */
const lifetime = 60 * 60 * 1000

const name = (product: string) => `${product}token`

/** Remembers the `{product}token` of the order being paid for one hour: in local storage, else in a cookie. */
export function keepPaymentRecord(product: string, token: string, now = Date.now()): void {
  try {
    localStorage.setItem(name(product), JSON.stringify({ token, until: now + lifetime }))
  } catch {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `${name(product)}=${token}; Path=/; Max-Age=${lifetime / 1000}; SameSite=Lax${secure}`
  }
}

/** The remembered token, or null when there is none or it is older than an hour. */
export function readPaymentRecord(product: string, now = Date.now()): string | null {
  const kept = readKept(product)
  if (kept && kept.until > now) return kept.token
  return new RegExp(`(?:^|; )${name(product)}=([A-Za-z0-9]{40})(?:;|$)`).exec(document.cookie)?.[1] ?? null
}

export function forgetPaymentRecord(product: string): void {
  document.cookie = `${name(product)}=; Path=/; Max-Age=0; SameSite=Lax`
  try {
    localStorage.removeItem(name(product))
  } catch {
    // Nothing was kept there.
  }
}

function readKept(product: string): { token: string; until: number } | null {
  try {
    return JSON.parse(localStorage.getItem(name(product)) ?? 'null') as { token: string; until: number } | null
  } catch {
    return null
  }
}
