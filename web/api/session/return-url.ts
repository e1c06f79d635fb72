/** Where a person goes after signing in when the wanted address cannot be trusted. */
const home = '/'

const base = 'https://portal.invalid'

/**
 * The part of an address that is safe to go to after signing in: a path of this origin with its query and fragment.
 * Whatever a browser could read as another origin or as a script becomes `/`.
 */
export function safeReturnUrl(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.length > 2000) return home
  // Browsers read \ as /, drop tabs and line breaks, and some servers decode slashes before they route.
  if (/^\/[/\\]|[\\\p{Cc}]|@/u.test(wanted.split(/[?#]/, 1)[0]!)) return home
  if (/%(2f|5c|0[0-9a-f]|1[0-9a-f]|7f|40|25(2f|5c))/i.test(wanted.split(/[?#]/, 1)[0]!)) return home
  const url = URL.parse(wanted, base)
  if (url?.origin !== base || url.username || url.pathname.startsWith('//')) return home
  return url.pathname + url.search + url.hash
}
