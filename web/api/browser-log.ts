const warned = new Set<string>()

/** Logs a warning once per text. */
export function warnOnce(text: string): void {
  if (warned.has(text)) return
  warned.add(text)
  console.warn(text)
}

export function logError(text: string): void {
  console.error(text)
}
