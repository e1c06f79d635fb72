import type { Language } from '#contract/values.ts'

/** `1.250,00 kr.` in Danish, `DKK 1,250.00` in English. */
export function formatMoney(minor: number, currency: string, locale: Language): string {
  const amount = new Intl.NumberFormat(locale === 'da' ? 'da-DK' : 'en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const text = amount.format(minor / 100)
  if (locale === 'da') return currency === 'DKK' ? `${text} kr.` : `${text} ${currency}`
  return `${currency} ${text}`
}
