const warned = new Set<string>()

/** Warns in the browser's log, once for the same words. */
export function warnOnce(text: string): void {
  if (warned.has(text)) return
  warned.add(text)
  console.warn(text)
}

/** Notes in the browser's log what went wrong. */
export function logError(text: string): void {
  console.error(text)
}
