const base = 'https://portal.invalid'

/**
 * A safe redirect target after sign-in: path, query and fragment on this origin. Anything a browser could read as
 * another origin or as a script becomes `/`.
 */
export function safeReturnUrl(target: unknown): string {
  const home = '/'
  if (typeof target !== 'string' || !target.startsWith('/') || target.length > 2000) return home
  // Browsers read \ as / and drop tabs and line breaks; some servers decode slashes before routing.
  if (/^\/[/\\]|[\\\p{Cc}]|@/u.test(target.split(/[?#]/, 1)[0]!)) return home
  if (/%(2f|5c|0[0-9a-f]|1[0-9a-f]|7f|40|25(2f|5c))/i.test(target.split(/[?#]/, 1)[0]!)) return home
  const url = URL.parse(target, base)
  if (url?.origin !== base || url.username || url.pathname.startsWith('//')) return home
  return url.pathname + url.search + url.hash
}
