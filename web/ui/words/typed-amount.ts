import { getLocale } from '#words/runtime.js'
import { m } from '#words/messages.js'
import { formatMoney } from './format.ts'

/** What a typed amount means, in øre: one reading, two of which somebody chooses one, or none. */
export type TypedAmount =
  | { readonly kind: 'blank' }
  | { readonly kind: 'read'; readonly minor: number }
  | { readonly kind: 'unclear'; readonly choices: readonly [number, number] }
  | { readonly kind: 'refused'; readonly why: 'negative' | 'unreadable' | 'too_large' }

type Language = 'da' | 'en'

const refused = (why: 'negative' | 'unreadable' | 'too_large'): TypedAmount => ({ kind: 'refused', why })

/**
 * Reads an amount as somebody with this language means it: in Danish `1.250` is a thousand, `1,5` one and a half; in English `1,250` and
 * `1.5`. A sign that can only be one thing is read in either language; what could be a thousand of the other is unclear.
 */
export function readAmount(typed: string, language: Language = getLocale()): TypedAmount {
  // Every kind of blank becomes a plain one.
  const text = typed.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
  if (text === '') return { kind: 'blank' }
  const bare = text
    .replace(/^(dkk\.?|kroner|kr\.?) ?/, '')
    .replace(/ ?(dkk\.?|kroner|krone|kr\.?)$/, '')
    .replace(/ ?[.,:] ?[-–—]{1,2}$/, '')
  if (/^[-−–—] ?(kr\.?|dkk)? ?[\d.,]/.test(text) || /^[-−–—] ?[\d.,]/.test(bare)) return refused('negative')
  const grouped = /^[1-9]\d{0,2}( \d{3})+(?=$|[.,]\d{0,2}$)/.test(bare)
  const number = grouped ? bare.replaceAll(' ', '') : bare
  const [, whole, ending] = /^(\d*)(?:[.,](\d{0,2}))?$/.exec(number) ?? []
  if (whole !== undefined && /\d/.test(number)) return amountOf(whole, ending)
  if (grouped) return refused('unreadable')
  const [, group, rest] = /^[1-9]\d{0,2}([.,])\d{3}(.*)$/.exec(number) ?? []
  if (group === undefined) return refused('unreadable')
  if (rest === '') {
    const thousands = amountOf(number.replace(group, ''))
    if (thousands.kind !== 'read' || group === (language === 'da' ? '.' : ',')) return thousands
    return { kind: 'unclear', choices: [thousands.minor, Math.round(Number(number.replace(',', '.')) * 100)] }
  }
  const shape = group === '.' ? /^[\d]{1,3}(?:\.\d{3})+(?:,(\d{0,2}))?$/ : /^\d{1,3}(?:,\d{3})+(?:\.(\d{0,2}))?$/
  const found = shape.exec(number)
  if (!found) return refused('unreadable')
  const [integer = ''] = number.split(group === '.' ? ',' : '.')
  return amountOf(integer.replaceAll(group, ''), found[1])
}

function amountOf(whole: string, ending = ''): TypedAmount {
  const minor = Number(whole) * 100 + Number(ending.padEnd(2, '0'))
  return Number.isSafeInteger(minor) ? { kind: 'read', minor } : refused('too_large')
}

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

/** What a typed number means: whole, or with decimals where the field has some. */
export type TypedNumber =
  | { readonly kind: 'blank' }
  | { readonly kind: 'read'; readonly value: number }
  | { readonly kind: 'refused'; readonly why: 'negative' | 'not_whole' | 'unreadable' }

interface NumberRules {
  /** Decimals are allowed: per cent, not places. */
  readonly decimals?: boolean | undefined
  readonly negative?: boolean | undefined
}

const noNumber = (why: 'negative' | 'not_whole' | 'unreadable'): TypedNumber => ({ kind: 'refused', why })

/** Reads a number; `-5` is never 5, and `1,5` never 15. */
export function readNumber(typed: string, { decimals = false, negative = false }: NumberRules = {}): TypedNumber {
  const text = typed.normalize('NFKC').trim().replace(/^[−–]/, '-').replace(/ ?%$/, '')
  if (text === '') return { kind: 'blank' }
  if (!/^-?\d{1,9}([.,]\d{1,3})?$/.test(text)) return noNumber('unreadable')
  if (text.startsWith('-') && !negative) return noNumber('negative')
  if (/[.,]/.test(text) && !decimals) return noNumber('not_whole')
  return { kind: 'read', value: Number(text.replace(',', '.')) }
}

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
