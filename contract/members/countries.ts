/**
 * The countries of addresses by the stored name, with the number for the gateway. The specification uses 276 for Sweden, which is Germany
 * in ISO 3166; `COUNTRY_CODES_ISO` switches to 752.
 */
const countries = {
  Denmark: { also: ['danmark', 'dk'], specified: '208', iso: '208' },
  Sweden: { also: ['sverige', 'se'], specified: '276', iso: '752' },
  Norway: { also: ['norge', 'no'], specified: '578', iso: '578' },
} as const

export type Country = keyof typeof countries

/** The supported country with this name in any case; null for anything else. */
export function supportedCountry(text: string): Country | null {
  const wanted = text.trim().toLowerCase()
  const all = Object.entries(countries) as [Country, { also: readonly string[] }][]
  return all.find(([name, { also }]) => name.toLowerCase() === wanted || also.includes(wanted))?.[0] ?? null
}

/** The number of a country, the specification's or ISO's; null when it is not supported. */
export function countryNumber(text: string, iso = false): string | null {
  const country = supportedCountry(text)
  return country && countries[country][iso ? 'iso' : 'specified']
}

/** The country of an address that was written down without one, as offices do: four digits are a Danish post code. */
export const countryOfPostCode = (postCode: string): Country | '' => (/^\d{4}$/.test(postCode) ? 'Denmark' : '')
