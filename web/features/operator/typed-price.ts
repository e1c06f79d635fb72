/** Typed kroner in øre, such as 1.200,50; null for what is no price, or none that a membership may cost. */
export function priceOf(typed: string): number | null {
  const text = typed.replace(/\s/g, '')
  const plain = /^\d{1,3}(\.\d{3})+(,\d{1,2})?$/.test(text) ? text.replaceAll('.', '') : text
  if (!/^\d+([.,]\d{1,2})?$/.test(plain)) return null
  const price = Math.round(Number(plain.replace(',', '.')) * 100)
  return price <= 100_000_000 ? price : null
}
