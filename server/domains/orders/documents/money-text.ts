import type { Language } from '#contract/values.ts'

const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
const amounts = { da: new Intl.NumberFormat('da-DK', decimals), en: new Intl.NumberFormat('en-GB', decimals) }

const numbers = { da: new Intl.NumberFormat('da-DK'), en: new Intl.NumberFormat('en-GB') }

/** A rate: `12,5` in Danish, `12.5` in English. */
export const formatNumber = (value: number, locale: Language): string => numbers[locale].format(value)

/** `1.250,00 kr.` in Danish, `DKK 1,250.00` in English. */
export function formatMoney(minor: number, currency: string, locale: Language): string {
  const text = amounts[locale].format(minor / 100)
  if (locale === 'da') return currency === 'DKK' ? `${text} kr.` : `${text} ${currency}`
  return `${currency} ${text}`
}
