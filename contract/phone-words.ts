const NO_BREAK_SPACE = '\u00a0'

/** Danish numbers in pairs on one line, `+45 20 11 22 33`; others as they are stored. */
export function phoneWords(phone: string): string {
  const [, country, national] = /^(\+45|0045)?(\d{8})$/.exec(phone.replaceAll(/[\s().-]/g, '')) ?? []
  if (national === undefined) return phone
  const pairs = national.match(/\d\d/g)!
  return [...(country ? ['+45'] : []), ...pairs].join(NO_BREAK_SPACE)
}

/** A `tel:` URL: digits only, with a leading `+` for a country code. */
export const phoneAddress = (phone: string): string =>
  `tel:${phone.trim().startsWith('+') ? '+' : ''}${phone.replaceAll(/\D/g, '')}`
