import type { Language } from './values.ts'

/** Integer minor units with their currency. */
export interface Amount {
  readonly minor: number
  readonly currency: string
}

const locales: Record<Language, string> = { da: 'da-DK', en: 'en-GB' }

/** Created once, because creating one is much slower than using it, and only when it is used: all six take a phone 60 ms. */
function inLanguages(options: Intl.NumberFormatOptions): (language: Language) => Intl.NumberFormat {
  const made: Partial<Record<Language, Intl.NumberFormat>> = {}
  return (language) => (made[language] ??= new Intl.NumberFormat(locales[language], options))
}
const sums = inLanguages({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
const wholes = inLanguages({ maximumFractionDigits: 0 })
const numbers = inLanguages({ maximumFractionDigits: 2 })

const NO_BREAK_SPACE = '\u00a0'
const WORD_JOINER = '\u2060'

/** A minus sign instead of a hyphen. */
const withMinus = (text: string) => text.replace('-', '−')

/** A number with at most two decimals: `12,5` in Danish, `12.5` in English. */
export const numberWords = (value: number, language: Language): string => withMinus(numbers(language).format(value))

/** An amount alone: `1.250,00` in Danish, `1,250.00` in English. */
export const sumWords = (minor: number, language: Language): string => withMinus(sums(language).format(minor / 100))

/** `1.250,00 kr.` in Danish, `DKK 1,250.00` in English, on one line. */
export function moneyWords({ minor, currency }: Amount, language: Language): string {
  const sign = minor < 0 ? '−' : ''
  return sign + withCurrency(sumWords(Math.abs(minor), language), currency, language)
}

/** From one amount to another: `0–45 kr.`, `DKK 0–45`; with decimals where one of them has some. */
export function moneyRangeWords(from: Amount, to: Amount, language: Language): string {
  const format = from.minor % 100 === 0 && to.minor % 100 === 0 ? wholes(language) : sums(language)
  const [least, most] = [from, to].map(({ minor }) => format.format(minor / 100))
  return withCurrency(`${least}${WORD_JOINER}–${WORD_JOINER}${most}`, from.currency, language)
}

const withCurrency = (sum: string, currency: string, language: Language) =>
  language === 'da'
    ? `${sum}${NO_BREAK_SPACE}${currency === 'DKK' ? 'kr.' : currency}`
    : `${currency}${NO_BREAK_SPACE}${sum}`
