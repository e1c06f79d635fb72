/** An address is made once for each file, and lasts as long as the page. */
const addresses = new WeakMap<Blob, string>()

/** The address of a file's bytes for this page. */
export function addressOf(blob: Blob): string {
  const known = addresses.get(blob)
  if (known) return known
  const made = URL.createObjectURL(blob)
  addresses.set(blob, made)
  return made
}
