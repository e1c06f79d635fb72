/** The countries an address may be in, by the name that is stored. */
export const countries = ['Denmark', 'Sweden', 'Norway'] as const
export type Country = (typeof countries)[number]

/** The supported country meant by a name in any case, or by the code DK; null for anything else. */
export function supportedCountry(text: string): Country | null {
  const wanted = text.trim().toLowerCase()
  if (wanted === 'dk') return 'Denmark'
  return countries.find((country) => country.toLowerCase() === wanted) ?? null
}
