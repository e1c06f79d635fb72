/**
 * The numbers that the gateway gets for each supported country. The specification sends 276 for Sweden, which ISO 3166
 * gives to Germany; `COUNTRY_CODES_ISO` switches to ISO's 752.
 */
const countries = [
  { names: ['denmark', 'danmark', 'dk'], specified: '208', iso: '208' },
  { names: ['sweden', 'sverige', 'se'], specified: '276', iso: '752' },
  { names: ['norway', 'norge', 'no'], specified: '578', iso: '578' },
]

/** @returns the number of a country named in any case, null when it is not supported */
export function countryCode(name: string, iso = false): string | null {
  const country = countries.find(({ names }) => names.includes(name.trim().toLowerCase()))
  return country ? country[iso ? 'iso' : 'specified'] : null
}
