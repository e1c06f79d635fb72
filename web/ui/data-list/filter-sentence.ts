import type { Condition, Filter, FilterField } from '#contract/filters.ts'
import { formatChoices, formatDate, formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

/** A field of a list as its filters name it. */
export interface FieldWords {
  readonly label: string
  /** For choices: what can be chosen. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** The currency of amounts. */
  readonly currency?: string
  /** Says a condition in its own words: "under 18" instead of "Age under 18". Undefined leaves it to the usual ones. */
  readonly says?: (condition: Condition, usual: string) => string | undefined
}

export type Fields = Readonly<Record<string, Field>>

type Field = Pick<FilterField, 'kind'> & FieldWords

/** A field whose choices are sentences by themselves: "paid" instead of "State: paid". */
export function choiceField(label: string, words: Readonly<Record<string, () => string>>): Field {
  const options = Object.entries(words).map(([value, text]) => ({ value, label: text() }))
  return { kind: 'choice', label, options, says: (condition) => choiceWords(condition, { options }) }
}

/** A filter in words: `active, not under 18`. */
export function filterSentence(filter: Filter, fields: Fields): string {
  if ('all' in filter) return filter.all.map((one) => part(one, fields)).join(', ')
  if ('any' in filter) return formatChoices(filter.any.map((one) => choice(one, fields)))
  if ('not' in filter) return m.list_says_not({ filter: choice(filter.not, fields) })
  return conditionSentence(filter, fields)
}

/** A group within another is in brackets. */
const part = (filter: Filter, fields: Fields): string =>
  'all' in filter || 'any' in filter ? `(${filterSentence(filter, fields)})` : filterSentence(filter, fields)

/** Beside another "or", and after "not", a condition with several values is in brackets too. */
const choice = (filter: Filter, fields: Fields): string =>
  'values' in filter && filter.values.length > 1 ? `(${filterSentence(filter, fields)})` : part(filter, fields)

function conditionSentence(condition: Condition, fields: Fields): string {
  const field = fields[condition.field]
  if (!field) return condition.field
  const usual = usualSentence(condition, field)
  return field.says?.(condition, usual) ?? usual
}

function usualSentence(condition: Condition, field: Field): string {
  const words = { field: field.label }
  const valueOf = (value: string | number) => valueWords(value, field)
  switch (condition.op) {
    case 'contains':
      return m.list_says_contains({ ...words, value: condition.value })
    case 'starts':
      return m.list_says_starts({ ...words, value: condition.value })
    case 'is':
      return m.list_says_is({ ...words, value: valueOf(condition.value) })
    case 'below':
      return (field.kind === 'date' ? m.list_says_before : m.list_says_below)({
        ...words,
        value: valueOf(condition.value),
      })
    case 'from':
      return (field.kind === 'date' ? m.list_says_since : m.list_says_from)({
        ...words,
        value: valueOf(condition.value),
      })
    case 'between':
      return m.list_says_between({ ...words, from: valueOf(condition.from), to: valueOf(condition.to) })
    case 'any_of':
      return m.list_says_any_of({ ...words, values: choiceWords(condition, field) })
    case 'empty':
      return m.list_says_empty(words)
  }
}

/** The chosen values of a condition: `active or grace`. */
export const choiceWords = (condition: Condition, { options = [] }: Pick<FieldWords, 'options'>): string =>
  'values' in condition
    ? formatChoices(condition.values.map((value) => options.find((one) => one.value === value)?.label ?? '…'))
    : ''

function valueWords(value: string | number, { kind, currency = 'DKK' }: Field): string {
  if (kind === 'date') return formatDate(String(value))
  if (kind === 'money') return formatMoney({ minor: Number(value), currency })
  return String(value)
}
