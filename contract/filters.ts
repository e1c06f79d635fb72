import * as z from 'zod/mini'
import { Id, integer, LocalDate, singleLine, Sum, text } from './values.ts'

/**
 * A field's kind decides its conditions: a text, a whole number, a calendar day, an amount in øre, or one or more of some choices.
 * Choices are listed, or are ids, or a club's own words.
 */
export type FilterField =
  | { readonly kind: 'text' | 'number' | 'date' | 'money' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] | 'ids' | 'words' }

/** The fields by which a list can be filtered. */
export type FilterFields = Readonly<Record<string, FilterField>>

/**
 * A condition on one field. `below` and `from` are for numbers, days and amounts; `from`, and both ends of `between`, are included. `empty`:
 * there is no value. No other condition holds for an empty field.
 */
export type Condition<Field extends string = string> = { readonly field: Field } & (
  | { readonly op: 'contains' | 'starts'; readonly value: string }
  | { readonly op: 'is' | 'below' | 'from'; readonly value: string | number }
  | { readonly op: 'between'; readonly from: string | number; readonly to: string | number }
  | { readonly op: 'any_of'; readonly values: readonly string[] }
  | { readonly op: 'empty' }
)

/** A tree of conditions. `not` matches exactly the rows that its filter does not. */
export type Filter<Field extends string = string> =
  | Condition<Field>
  | { readonly all: readonly Filter<Field>[] }
  | { readonly any: readonly Filter<Field>[] }
  | { readonly not: Filter<Field> }

const MAX_DEPTH = 5
const MAX_CONDITIONS = 40

/** The filters of a list with these fields. */
export function filterOf<F extends FilterFields>(fields: F): z.ZodMiniType<Filter<keyof F & string>> {
  const condition = z.union(Object.entries(fields).flatMap(([name, field]) => conditionsOf(name, field)))
  const atDepth = (depth: number): z.ZodMiniType => {
    if (depth === MAX_DEPTH) return condition
    const inner = atDepth(depth + 1)
    const several = z.array(inner).check(z.minLength(1), z.maxLength(MAX_CONDITIONS))
    return z.union([
      condition,
      z.strictObject({ all: several }),
      z.strictObject({ any: several }),
      z.strictObject({ not: inner }),
    ])
  }
  return atDepth(1).check(
    z.refine((filter) => conditionsIn(filter as Filter) <= MAX_CONDITIONS, { error: 'Too many conditions' }),
  ) as z.ZodMiniType<Filter<keyof F & string>>
}

/** A filter in an address or a body: its JSON as text. */
export function filterText<F extends FilterFields>(fields: F): z.ZodMiniType<Filter<keyof F & string>, string> {
  const filter = filterOf(fields)
  const sent = text(6000).register(z.globalRegistry, { description: grammarOf(fields) })
  return z.pipe(
    sent,
    z.transform((json, context) => {
      const parsed = z.safeParse(filter, parseJson(json))
      if (parsed.success) return parsed.data
      context.issues.push({ code: 'custom', message: 'Invalid filter', input: json })
      return z.NEVER
    }),
  )
}

/** The grammar of a filter in words, for the description of the API. */
const grammarOf = (fields: FilterFields): string =>
  [
    'JSON: a condition, or {"all": […]}, {"any": […]} or {"not": …} of such,',
    `${MAX_DEPTH} levels deep and with ${MAX_CONDITIONS} conditions at most. A condition has a field, an op and values:`,
    'contains, starts, is {value} of a text; is, below, from {value} or between {from, to} of a number, day or amount in øre;',
    'any_of {values} of a choice; empty of any but a choice. Fields:',
    Object.entries(fields)
      .map(
        ([name, field]) =>
          `${name} (${field.kind}${'choices' in field && typeof field.choices !== 'string' ? `: ${field.choices.join(', ')}` : ''})`,
      )
      .join(', ') + '.',
    `For example ${JSON.stringify(exampleOf(fields))}`,
  ].join(' ')

/** A condition on the first field whose values are public. */
function exampleOf(fields: FilterFields): Condition {
  const [name, field] = Object.entries(fields).find(
    ([, one]) => one.kind !== 'choice' || typeof one.choices !== 'string',
  )!
  switch (field.kind) {
    case 'text':
      return { field: name, op: 'contains', value: 'holm' }
    case 'choice':
      return { field: name, op: 'any_of', values: field.choices.slice(0, 1) as string[] }
    case 'date':
      return { field: name, op: 'from', value: '2026-11-17' }
    case 'number':
    case 'money':
      return { field: name, op: 'from', value: 12_050 }
  }
}

/** Which rows of a list a call is about: these, or `all` that match. Goes with `requireSelection`. */
export const chosenRows = {
  ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(5000))),
  all: z.optional(z.literal(true)),
}

interface ChosenRows {
  readonly ids?: readonly string[] | undefined
  readonly all?: true | undefined
  readonly search?: string | undefined
  readonly filter?: unknown
}

/** A call names ids, a filter or a search, or says `all: true`: leaving all of them out does not mean everybody. */
export const requireSelection = () =>
  z.refine<ChosenRows>(({ ids, all, search, filter }) => Boolean(ids || all || filter || search?.trim()), {
    error: 'Say which: ids, a filter, a search, or all: true',
    path: ['all'],
  })

export const conditionsIn = (filter: Filter): number =>
  'field' in filter ? 1 : 'not' in filter ? conditionsIn(filter.not) : sum(partsOf(filter).map(conditionsIn))

/** The fields that a filter names. */
export const fieldsIn = (filter: Filter): ReadonlySet<string> =>
  new Set(
    'field' in filter
      ? [filter.field]
      : 'not' in filter
        ? fieldsIn(filter.not)
        : partsOf(filter).flatMap((one) => [...fieldsIn(one)]),
  )

const partsOf = (filter: Extract<Filter, { all: unknown } | { any: unknown }>) =>
  'all' in filter ? filter.all : filter.any

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

function conditionsOf(name: string, field: FilterField): z.ZodMiniType[] {
  const on = z.literal(name)
  const compared = (value: z.ZodMiniType<string | number>) => [
    z.strictObject({ field: on, op: z.enum(['is', 'below', 'from']), value }),
    z.strictObject({ field: on, op: z.literal('between'), from: value, to: value }),
    z.strictObject({ field: on, op: z.literal('empty') }),
  ]
  switch (field.kind) {
    case 'text':
      return [
        z.strictObject({
          field: on,
          op: z.enum(['contains', 'starts', 'is']),
          value: singleLine(100).check(z.minLength(1)),
        }),
        z.strictObject({ field: on, op: z.literal('empty') }),
      ]
    case 'number':
      return compared(integer())
    case 'money':
      return compared(Sum)
    case 'date':
      return compared(LocalDate)
    case 'choice': {
      const value = typeof field.choices === 'string' ? freeChoices[field.choices] : z.enum([...field.choices])
      const values = z.array(value).check(z.minLength(1), z.maxLength(50))
      return [z.strictObject({ field: on, op: z.literal('any_of'), values })]
    }
  }
}

const freeChoices = { ids: Id, words: singleLine(200).check(z.minLength(1)) }

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
