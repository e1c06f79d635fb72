import * as z from 'zod/mini'
import type { LocalText } from './local-text.ts'
import { integer, LocalDate, Percent, Phone, singleLine, text } from './values.ts'

/**
 * A field that an office edits, declared once: its kind, schema and limit. The form (`web/forms/fields.tsx`), the columns and the history
 * (`server/database/fields.ts`) read it.
 */
export interface Field<S extends z.ZodMiniType = z.ZodMiniType> {
  readonly kind:
    | 'localText'
    | 'text'
    | 'time'
    | 'day'
    | 'number'
    | 'money'
    | 'percent'
    | 'switch'
    | 'choice'
    | 'list'
    | 'parts'
  readonly schema: S
  /** Null for none; typed, it is blank. */
  readonly optional?: boolean
  /** Characters of a text. */
  readonly max?: number
  /** A text of several lines, plain or in Markdown. */
  readonly lines?: 'plain' | 'markdown'
  /** A line whose schema says whether it is one; a browser offers the keys for it. */
  readonly format?: 'tel' | 'email' | 'url' | 'numeric'
  /** The form says that it is missing. */
  readonly required?: boolean
  /** The panel of the form that shows it. */
  readonly panel?: string
}

/** The fields of one thing, in the order of its form. */
export type Fields = Readonly<Record<string, Field>>

export type ValuesOf<F extends Fields> = { [K in keyof F]: z.infer<F[K]['schema']> }

/** The names of fields that are not parts. */
export type PlainOf<F extends Fields> = {
  [K in keyof F & string]: F[K]['kind'] extends 'parts' ? never : K
}[keyof F & string]

/** How a field is typed, apart from what it holds. */
type Typing = Pick<Field, 'required' | 'panel'>

/** A wall-clock time, such as `2027-07-05T09:30`, in the time zone of what it belongs to. */
export const LocalTime = text(16).check(
  z.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/),
)

/** A text in Danish, and in English where the club wrote one. */
export const localText = <S extends z.ZodMiniType<LocalText>>(
  schema: S,
  max: number,
  typing: Typing & Pick<Field, 'lines'> = {},
) => ({ kind: 'localText' as const, schema, max, ...typing })

export const line = (max: number, typing: Typing = {}) => ({
  kind: 'text' as const,
  schema: singleLine(max),
  max,
  ...typing,
})

/** A line that its schema checks. */
export const formatted = <S extends z.ZodMiniType<string>>(
  format: NonNullable<Field['format']>,
  schema: S,
  max: number,
  typing: Typing = {},
) => ({ kind: 'text' as const, format, schema, max, ...typing })

/** A telephone number; blank for none. */
export const phone = (typing: Typing = {}) => formatted('tel', Phone, 40, typing)

export const localTime = (typing: Typing = {}) => ({ kind: 'time' as const, schema: LocalTime, ...typing })

/** A day of this century. */
export const day = (typing: Typing = {}) => ({
  kind: 'day' as const,
  schema: LocalDate.check(z.regex(/^20/)),
  ...typing,
})

/** A whole number; its limits are rules with sentences of their own. */
export const number = (typing: Typing = {}) => ({ kind: 'number' as const, schema: integer(), ...typing })

/** Øre; typed in kroner. */
export const money = (typing: Typing = {}) => ({ kind: 'money' as const, schema: integer(), ...typing })

/** A number with decimals. */
export const percentage = (typing: Typing = {}) => ({ kind: 'percent' as const, schema: Percent, ...typing })

export const toggle = (typing: Typing = {}) => ({ kind: 'switch' as const, schema: z.boolean(), ...typing })

/** One of some values. */
export const choice = <S extends z.ZodMiniType<string>>(schema: S, typing: Typing = {}) => ({
  kind: 'choice' as const,
  schema,
  ...typing,
})

/** Several of some values; null for all. */
export const listOrAll = <S extends z.ZodMiniType<string[]>>(list: S, typing: Typing = {}) => ({
  kind: 'list' as const,
  schema: z.nullable(list),
  optional: true as const,
  ...typing,
})

/** A part with a form of its own: prices, people. */
export const parts = <S extends z.ZodMiniType>(schema: S, typing: Typing = {}) => ({
  kind: 'parts' as const,
  schema,
  ...typing,
})

/** Makes a field nullable. */
export const optional = <F extends Field>({ schema, ...field }: F) => ({
  ...field,
  schema: z.nullable<F['schema']>(schema),
  optional: true as const,
})

export const schemaOf = <F extends Fields>(fields: F) =>
  z.object(
    Object.fromEntries(entriesOf(fields).map(([name, { schema }]) => [name, schema])),
  ) as unknown as z.ZodMiniObject<{
    [K in keyof F]: F[K]['schema']
  }>

/** Declared fields in an answer. A copy that is kept on a phone may be older than they are. */
export const answerOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(entriesOf(fields).map(([name, { schema }]) => [name, z.optional(schema)])) as {
    [K in keyof F]: z.ZodMiniOptional<F[K]['schema']>
  }

/** Declared fields to leave out of an answer. */
export const namesOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(entriesOf(fields).map(([name]) => [name, true])) as { [K in keyof F]: true }

/** The names of fields with what is declared of each, in their order. */
export const entriesOf = <F extends Fields>(fields: F): [keyof F & string, Field][] => Object.entries(fields)
