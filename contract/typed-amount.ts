import type { Language } from './values.ts'

/** The meaning of a typed amount, in øre: one reading, two of which somebody chooses one, or none. */
export type TypedAmount =
  | { readonly kind: 'blank' }
  | { readonly kind: 'read'; readonly minor: number }
  | { readonly kind: 'unclear'; readonly choices: readonly [number, number] }
  | { readonly kind: 'refused'; readonly why: 'negative' | 'unreadable' | 'too_large' }

const refused = (why: 'negative' | 'unreadable' | 'too_large'): TypedAmount => ({ kind: 'refused', why })

/**
 * Reads an amount as somebody with this language means it: in Danish `1.250` is a thousand, `1,5` one and a half; in English `1,250` and
 * `1.5`. A sign that can only be one thing is read in either language; what could be a thousand of the other is unclear.
 */
export function readAmount(typed: string, language: Language): TypedAmount {
  // Every kind of blank becomes a plain one.
  const text = typed.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
  if (text === '') return { kind: 'blank' }
  const named = text.replace(/^(dkk\.?|kroner|kr\.?) ?/, '').replace(/ ?(dkk\.?|kroner|krone|kr\.?)$/, '')
  const bare = named.replace(/ ?[.,:] ?[-–—]{1,2}$/, '')
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
    // `,-` stands for no øre, so that none are before it.
    if (thousands.kind !== 'read' || bare !== named || group === (language === 'da' ? '.' : ',')) return thousands
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

/** A number as it is typed, without separators: `12,5` in Danish. */
export const typedNumber = (value: number, language: Language): string =>
  language === 'da' ? String(value).replace('.', ',') : String(value)
