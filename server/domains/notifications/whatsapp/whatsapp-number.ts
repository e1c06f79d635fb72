import { supportedCountry, type Country } from '#contract/countries.ts'

const prefixes = { Denmark: '45', Sweden: '46', Norway: '47' } satisfies Record<Country, string>

/** A number in international form, digits only; null when it cannot be one. A national one is of the person's country. */
export function whatsappNumber({ phone, country }: { phone: string; country: string }): string | null {
  const home = supportedCountry(country)
  const international = /^(?:\+|00)([1-9]\d{6,14})$/.exec(phone)?.[1]
  const national = /^0?([1-9]\d{5,11})$/.exec(phone)?.[1]
  return international ?? (home && national ? prefixes[home] + national : null)
}
