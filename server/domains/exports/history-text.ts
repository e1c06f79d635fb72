import { LongText } from '#contract/office-history.ts'
import type { Language } from '#contract/values.ts'
import { isSumField } from '#contract/money-fields.ts'
import { kindIn } from '#server/domains/events/index.ts'
import { formatDay, formatNumber, formatSum } from '#server/documents/format.ts'
import * as m from '#words/messages.js'

const ownWords = ['state', 'picture', 'outcome', 'method', 'list', 'refunds']

/** The fields of an entry of the history in one cell, in the words of its page: `Price: 300,00; Starts: 1. januar 2027`. */
export const historyText = (values: Readonly<Record<string, unknown>> | null, locale: Language): string =>
  Object.entries(values ?? {})
    .map(([path, value]) => `${fieldName(path, locale)}: ${fieldValue(path, value, locale)}`)
    .join('; ')

function fieldName(path: string, locale: Language): string {
  const { field, of } = partsOf(path)
  const name = wordOf('history_field', field, locale) ?? field
  return of ? `${of}: ${name}` : name
}

function partsOf(path: string): { field: string; of: string } {
  if (path.startsWith('pool.')) return { field: 'pool', of: path.slice('pool.'.length) }
  const at = path.lastIndexOf('.')
  return { field: path.slice(at + 1), of: path.slice(0, Math.max(at, 0)).replaceAll('.', ', ') }
}

function fieldValue(path: string, value: unknown, locale: Language): string {
  const { field } = partsOf(path)
  if (value === undefined || value === null || value === '') return '–'
  const long = LongText.safeParse(value)
  if (long.success) {
    const { characters, hash } = long.data
    return m.history_long_text({ count: formatNumber(characters, locale), hash }, { locale })
  }
  if (typeof value === 'object')
    return Object.values(value)
      .map((one) => fieldValue(path, one, locale))
      .join(', ')
  if (typeof value === 'boolean') return (value ? m.history_value_yes : m.history_value_no)({}, { locale })
  if (typeof value === 'number') return isSumField(field) ? formatSum(value, locale) : formatNumber(value, locale)
  const text = value as string
  if (/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/.test(text))
    return `${formatDay(text.slice(0, 10), locale)} ${text.slice(11)}`.trim()
  if (field === 'kind') return kindIn(text, locale)
  const kind = field === 'roles' ? 'office_role' : ownWords.includes(field) ? 'history_value' : null
  return (kind && wordOf(kind, text, locale)) ?? text
}

/** The word of a name such as `startDate`; null for a name that has none. */
function wordOf(
  kind: 'history_field' | 'history_value' | 'office_role',
  name: string,
  locale: Language,
): string | null {
  const key = `${kind}_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
  const word: unknown = Reflect.get(m, key)
  return typeof word === 'function' ? String(word({}, { locale })) : null
}
