import { readAmount as readAmountIn, type TypedAmount, typedNumber as typedNumberIn } from '#contract/typed-amount.ts'
import { getLocale } from '#words/runtime.js'
import { m } from '#words/messages.js'
import { formatMoney } from './format.ts'

type Language = ReturnType<typeof getLocale>

/** Reads an amount as somebody with this language means it. */
export const readAmount = (typed: string, language: Language = getLocale()): TypedAmount =>
  readAmountIn(typed, language)

/** The øre of what was typed; 0 for what is not read: forms refuse that with `amountProblem`. */
export function minorOf(typed: string): number {
  const read = readAmount(typed)
  return read.kind === 'read' ? read.minor : 0
}

/** An amount as it stands in its field: `1250`, `1250,50`. Both languages read it back. */
export function typedAmount(minor: number, language: Language = getLocale()): string {
  if (minor % 100 === 0) return String(minor / 100)
  return (minor / 100).toFixed(2).replace('.', language === 'da' ? ',' : '.')
}

/** Why a typed amount is not taken, as a sentence; null for one that is read, and for none. */
export function amountProblem(typed: string): string | null {
  const read = readAmount(typed)
  if (read.kind === 'unclear') return unclearWords(read.choices)
  if (read.kind !== 'refused') return null
  return {
    negative: m.amount_negative,
    unreadable: m.amount_unreadable,
    too_large: m.amount_too_large,
  }[read.why]()
}

const unclearWords = ([first, second]: readonly [number, number]) => {
  const money = (minor: number) => formatMoney({ minor, currency: 'DKK' })
  return m.amount_unclear({ first: money(first), second: money(second) })
}

/** The meaning of a typed number: whole, or with decimals where the field has some. */
export type TypedNumber =
  | { readonly kind: 'blank' }
  | { readonly kind: 'read'; readonly value: number }
  | { readonly kind: 'refused'; readonly why: 'negative' | 'not_whole' | 'unreadable' }

interface NumberRules {
  /** Decimals are allowed: per cent, not places. */
  readonly decimals?: boolean | undefined
  readonly negative?: boolean | undefined
}

/** The rules of a number of any kind. */
export const anyNumber: NumberRules = { decimals: true, negative: true }

const noNumber = (why: 'negative' | 'not_whole' | 'unreadable'): TypedNumber => ({ kind: 'refused', why })

/** Thousands as they are parted: `1.250` in Danish, `1,250` in English, `1 250` in both. */
const thousands: Readonly<Record<Language, RegExp>> = {
  da: /^-?[1-9]\d{0,2}(?:(?:\.\d{3})+(?=,|$)|(?: \d{3})+(?=[.,]|$))/,
  en: /^-?[1-9]\d{0,2}(?:(?:,\d{3})+(?=\.|$)|(?: \d{3})+(?=[.,]|$))/,
}

/** Reads a number as somebody with this language means it; `-5` is never 5, and `1,5` never 15. */
export function readNumber(
  typed: string,
  { decimals = false, negative = false }: NumberRules = {},
  language: Language = getLocale(),
): TypedNumber {
  const plain = typed.normalize('NFKC').trim().replace(/^[−–]/, '-').replace(/ ?%$/, '')
  if (plain === '') return { kind: 'blank' }
  const text = plain.replace(thousands[language], (whole) => whole.replace(/[ .,]/g, ''))
  // A whole number fits an `integer` column; of others, twelve digits are counted exactly.
  if (!(decimals ? /^-?\d{1,12}([.,]\d{1,12})?$/ : /^-?\d{1,9}([.,]\d{1,3})?$/).test(text))
    return noNumber('unreadable')
  if (text.startsWith('-') && !negative) return noNumber('negative')
  if (/[.,]/.test(text) && !decimals) return noNumber('not_whole')
  return { kind: 'read', value: Number(text.replace(',', '.')) }
}

/** A number as it stands in its field: `12,5` in Danish. */
export const typedNumber = (value: number, language: Language = getLocale()): string => typedNumberIn(value, language)

/** The number that was typed; 0 for what is not read: forms refuse that with `numberProblem`. */
export function numberOf(typed: string, rules?: NumberRules): number {
  const read = readNumber(typed, rules)
  return read.kind === 'read' ? read.value : 0
}

/** Why a typed number is not taken, as a sentence; null for one that is read, and for none. */
export function numberProblem(typed: string, rules?: NumberRules): string | null {
  const read = readNumber(typed, rules)
  if (read.kind !== 'refused') return null
  return {
    negative: m.number_negative,
    not_whole: m.number_not_whole,
    unreadable: m.number_unreadable,
  }[read.why]()
}
