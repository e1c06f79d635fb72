import type { Language } from '#contract/values.ts'

/**
 * The numbers that the gateway gets for each supported country. The specification sends 276 for Sweden, which ISO 3166
 * gives to Germany; `COUNTRY_CODES_ISO` switches to ISO's 752.
 */
const countries = [
  { names: ['denmark', 'danmark', 'dk'], specified: '208', iso: '208', da: 'Danmark', en: 'Denmark' },
  { names: ['sweden', 'sverige', 'se'], specified: '276', iso: '752', da: 'Sverige', en: 'Sweden' },
  { names: ['norway', 'norge', 'no'], specified: '578', iso: '578', da: 'Norge', en: 'Norway' },
]

const countryOf = (name: string) => countries.find(({ names }) => names.includes(name.trim().toLowerCase()))

/** @returns the number of a country named in any case, null when it is not supported */
export function countryCode(name: string, iso = false): string | null {
  const country = countryOf(name)
  return country ? country[iso ? 'iso' : 'specified'] : null
}

/** A country as people read it; one that is not supported as it was typed. */
export const countryName = (name: string, locale: Language): string => countryOf(name)?.[locale] ?? name
