import type { Selection } from '#contract/orders.ts'

/** `membershipData` of the wire: base64 of the selection as UTF-8 JSON. */
export function encodeSelection(selection: Selection): string {
  const bytes = new TextEncoder().encode(JSON.stringify(selection))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
