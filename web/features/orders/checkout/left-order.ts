/** The field of the history entry's state. */
const field = 'paying'

/** Notes in this entry of the browser's history which order is paid from it, for whoever comes back to it. */
export const noteLeftOrder = (token: string): void =>
  history.replaceState({ ...(history.state as object | null), [field]: token }, '')

/** The order that was paid from this entry of the history; null where none was. */
export function leftOrder(): string | null {
  const token = (history.state as Record<string, unknown> | null)?.[field]
  return typeof token === 'string' ? token : null
}
