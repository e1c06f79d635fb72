import { Checkbox, SimpleGrid, type SimpleGridProps } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import type { ChangeEvent, ReactNode } from 'react'
import * as z from 'zod/mini'
import {
  entriesOf,
  type Field,
  type Fields,
  LocalTime,
  type PlainOf,
  schemaOf,
  type ValuesOf,
} from '#contract/fields.ts'
import type { LocalText } from '#contract/local-text.ts'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import '#web/ui/fields/field-words.ts'
import { MoneyField, NumberField } from '#web/ui/fields/money-field.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-field.tsx'
import { MarkdownField } from '#web/ui/markdown/markdown-field.tsx'
import {
  amountProblem,
  minorOf,
  numberOf,
  numberProblem,
  typedAmount,
  typedNumber,
} from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'
import type { EditedField } from './edited-form.ts'

type Kind<F extends Fields, K extends keyof F> = F[K]['kind']

/**
 * The values of a form of declared fields: a text for each, two for a text in two languages, switches and lists as they are. Parts have a
 * form of their own.
 */
export type TypedOf<F extends Fields> = {
  -readonly [
    K in keyof F & string as Kind<F, K> extends 'localText'
      ? `${K}Da` | `${K}En`
      : Kind<F, K> extends 'parts'
        ? never
        : K
  ]: Kind<F, K> extends 'switch' ? boolean : Kind<F, K> extends 'list' ? string[] : string
}

/** The label of each input. */
export type LabelsOf<F extends Fields> = Readonly<Record<keyof TypedOf<F>, () => string>>

type Typed = Record<string, unknown>

/** Which inputs a field has. */
export const inputsOf = (name: string, { kind }: Field): string[] =>
  kind === 'localText' ? [`${name}Da`, `${name}En`] : kind === 'parts' ? [] : [name]

/** The input beside which the problem of a path belongs. */
export function inputOf(fields: Fields, path: string): string {
  const [name = '', language = 'da'] = path.split('.')
  return fields[name]?.kind === 'localText' ? `${name}${language === 'en' ? 'En' : 'Da'}` : path
}

/** The inputs' texts for these values. */
export const typedOf = <F extends Fields>(fields: F, values: Pick<ValuesOf<F>, PlainOf<F>>): TypedOf<F> =>
  Object.fromEntries(
    entriesOf(fields).flatMap(([name, field]) => {
      const value = (values as Typed)[name]
      if (field.kind !== 'localText') return field.kind === 'parts' ? [] : [[name, typedValue(field, value)]]
      const { da, en } = value as LocalText
      return [
        [`${name}Da`, da],
        [`${name}En`, en ?? ''],
      ]
    }),
  ) as TypedOf<F>

function typedValue(field: Field, value: unknown): unknown {
  const { kind } = field
  if (kind === 'switch') return value
  if (kind === 'list') return [...((value as string[] | null) ?? [])]
  if (value === null) return ''
  if (isNumber(field)) return typedNumber(value as number)
  return kind === 'money' ? typedAmount(value as number) : `${value as string | number}`
}

/** Blank inputs. */
export const blankOf = <F extends Fields>(fields: F): TypedOf<F> =>
  Object.fromEntries(
    entriesOf(fields).flatMap(([name, field]) =>
      inputsOf(name, field).map((input) => [input, field.kind === 'switch' ? false : field.kind === 'list' ? [] : '']),
    ),
  ) as TypedOf<F>

/** The values of what is typed; what `unreadIn` refuses is 0. */
export const readTyped = <F extends Fields>(fields: F, typed: TypedOf<F>): Pick<ValuesOf<F>, PlainOf<F>> =>
  Object.fromEntries(
    entriesOf(fields).flatMap(([name, field]) => {
      const of = typed as Typed
      if (field.kind === 'parts') return []
      if (field.kind !== 'localText') return [[name, readValue(field, of[name])]]
      const [da, en] = [of[`${name}Da`] as string, of[`${name}En`] as string].map((text) => text.trim())
      return [[name, { da, ...(en && { en }) }]]
    }),
  ) as Pick<ValuesOf<F>, PlainOf<F>>

function readValue(field: Field, typed: unknown): unknown {
  if (field.kind === 'switch') return typed
  if (field.kind === 'list') return (typed as string[]).length > 0 ? typed : null
  const text = (typed as string).trim()
  if (field.optional && text === '') return null
  if (field.kind === 'money') return minorOf(text)
  return isNumber(field) ? numberOf(text, rulesOf(field)) : text
}

const isNumber = ({ kind }: Field) => kind === 'number' || kind === 'percent'
const rulesOf = ({ kind }: Field) => ({ decimals: kind === 'percent' })

/** Why inputs are not read as they are typed, as sentences beside them. Blank ones are read, except a time or a day that is needed. */
export function unreadIn<F extends Fields>(fields: F, typed: TypedOf<F>): Record<string, string> {
  const sentences = entriesOf(fields).map(
    ([name, field]) => [name, problemOf(name, field, (typed as Typed)[name])] as const,
  )
  return Object.fromEntries(sentences.filter((one): one is [string, string] => one[1] !== null))
}

/** Sentences for values that their schemas refuse, by the names of their inputs. */
export function refusedIn<F extends Fields>(fields: F, typed: TypedOf<F>): Record<string, string> {
  const { error } = z.safeParse(schemaOf(fields), readTyped(fields, typed))
  const issues = error?.issues.toReversed() ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [inputOf(fields, path.join('.')), message]))
}

function problemOf(name: string, field: Field, typed: unknown): string | null {
  if (typeof typed !== 'string') return null
  if (field.kind === 'money') return amountProblem(typed)
  if (field.format)
    return z.safeParse(z.object({ [name]: field.schema }), { [name]: typed }).error?.issues[0]?.message ?? null
  if (isNumber(field)) return numberProblem(typed, rulesOf(field))
  if (field.optional && typed === '') return null
  if (field.kind === 'time') return LocalTime.safeParse(typed).success ? null : m.field_time_missing()
  return field.kind === 'day' && !/^20\d\d-/.test(typed) ? m.field_date() : null
}

/** Typed values as the server sends them back, `12` for `12,`. One that cannot be read stays as it is typed. */
export const readBack = <F extends Fields>(fields: F, typed: TypedOf<F>): TypedOf<F> => ({
  ...typed,
  ...typedOf(fields, readTyped(fields, typed)),
  ...Object.fromEntries(Object.keys(unreadIn(fields, typed)).map((name) => [name, (typed as Typed)[name]])),
})

/**
 * The fields in their order, to compare two versions and show them beside each other.
 * @param shown how the input of a name is shown, where it is not as it is typed
 */
export const editedFieldsOf = <F extends Fields>(
  fields: F,
  typed: TypedOf<F>,
  labels: LabelsOf<F>,
  shown: Readonly<Record<string, string>> = {},
): EditedField[] => {
  const read = readBack(fields, typed) as Typed
  return entriesOf(fields).flatMap(([name, field]) =>
    inputsOf(name, field).map((path) => ({
      path,
      label: (labels as Readonly<Record<string, () => string>>)[path]!(),
      value: read[path],
      shown: shown[path] ?? shownValue(field, (typed as Typed)[path]),
    })),
  )
}

const shownValue = ({ kind }: Field, value: unknown): string => {
  if (kind === 'switch') return value ? m.field_yes() : m.field_no()
  if (kind === 'list') return (value as string[]).join(', ')
  return kind === 'time' ? (value as string).replace('T', ' ') : (value as string)
}

/** A form of declared fields, as its inputs need it. */
export interface FieldsForm<F extends Fields> {
  readonly fields: F
  readonly labels: LabelsOf<F>
  readonly form: {
    readonly key: (path: string) => string
    readonly getInputProps: (path: string, options?: { type: 'checkbox' }) => GetInputPropsReturnType
  }
  /** The problem of a field, where the form itself does not say it. */
  readonly problemAt?: (path: string) => string | undefined
  /** Hints stand above their inputs; otherwise below, so that inputs of one row stand level. */
  readonly hintsAbove?: boolean
  /** Whether an English text is missing beside a Danish one is said below it. */
  readonly typed?: TypedOf<F>
  /** Where the fields are within a larger form: `categories.0`. */
  readonly path?: string
}

/** A row of a list whose values a larger form keeps as one. */
export const rowForm = <F extends Fields>(
  of: Pick<FieldsForm<F>, 'fields' | 'labels'> & { readonly path: string },
  values: TypedOf<F>,
  onChange: (next: Partial<TypedOf<F>>) => void,
  problemAt: (path: string) => string | undefined,
): FieldsForm<F> => ({
  ...of,
  form: {
    key: (name) => name,
    getInputProps: (name, isSwitch) => ({
      [isSwitch ? 'checked' : 'value']: (values as Typed)[name],
      onChange: (input: string | ChangeEvent<HTMLInputElement>) => {
        const next = typeof input === 'string' ? input : input.currentTarget[isSwitch ? 'checked' : 'value']
        onChange({ [name]: next } as Partial<TypedOf<F>>)
      },
    }),
  },
  problemAt: (name) => problemAt(of.path ? `${of.path}.${name}` : name),
})

interface InputProps {
  readonly hint?: string | undefined
  /** Of the English text. */
  readonly hintEn?: string | undefined
  /** Of a text of several lines. */
  readonly rows?: { readonly minRows: number; readonly maxRows?: number }
  readonly mt?: string
  readonly maw?: number
  readonly size?: 'sm'
  /** A dialog begins here. */
  readonly 'data-autofocus'?: boolean
  readonly unit?: string
  readonly currency?: string
  /** The choices of a field that has some. */
  readonly data?: readonly { readonly value: string; readonly label: string }[] | undefined
}

/** The input of a declared field by its kind; two for a text in two languages. A list has its own. */
export function FieldInput<F extends Fields>({
  of,
  name,
  ...props
}: InputProps & { readonly of: FieldsForm<F>; readonly name: PlainOf<F> }): ReactNode {
  const field = of.fields[name]!
  if (field.kind === 'localText') return <LocalTextInputs of={of} name={name} {...props} />
  const { unit, currency, data, hint, hintEn: _, rows: __, ...layout } = props
  const common = { ...inputProps(of, name, name, hint), ...layout }
  switch (field.kind) {
    case 'switch':
      return (
        <Checkbox
          {...layout}
          label={(of.labels as Readonly<Record<string, () => string>>)[name]!()}
          description={hint}
          key={of.form.key(name)}
          {...of.form.getInputProps(name, { type: 'checkbox' })}
          data-path={common['data-path']}
          {...('error' in common && { error: common.error })}
        />
      )
    case 'money':
      return <MoneyField {...common} key={common.key} currency={currency} />
    case 'number':
    case 'percent':
      return <NumberField {...common} key={common.key} unit={unit} decimals={field.kind === 'percent'} />
    case 'time':
      return <TextInput {...common} key={common.key} type="datetime-local" />
    case 'day':
      return <TextInput {...common} key={common.key} type="date" />
    default:
      return data ? (
        <ChoiceField {...common} key={common.key} data={[...data]} />
      ) : (
        <TextInput {...common} key={common.key} limit={field.max} autoComplete="off" {...keysOf(field)} />
      )
  }
}

/** Which keys a phone offers. */
const keysOf = ({ format }: Field) =>
  format === 'tel' || format === 'email' ? { type: format } : format && { inputMode: format, autoCapitalize: 'none' }

interface PanelProps<F extends Fields> {
  readonly of: FieldsForm<F>
  readonly panel: string
  readonly cols?: SimpleGridProps['cols']
  readonly hints?: Partial<Record<PlainOf<F>, string>>
  readonly choices?: Partial<Record<PlainOf<F>, InputProps['data']>>
  /** Inputs of a form's own. */
  readonly instead?: Partial<Record<PlainOf<F>, ReactNode>>
}

/** The inputs of a panel, in the order of their declaration. */
export const FieldPanel = <F extends Fields>({
  of,
  panel,
  cols = { base: 1, sm: 2 },
  hints,
  choices,
  instead,
}: PanelProps<F>) => (
  <SimpleGrid cols={cols} spacing="md">
    {entriesOf(of.fields).map(([name, field]) => {
      if (field.panel !== panel || field.kind === 'parts') return null
      const own = name as PlainOf<F>
      return instead?.[own] ?? <FieldInput key={name} of={of} name={own} hint={hints?.[own]} data={choices?.[own]} />
    })}
  </SimpleGrid>
)

function LocalTextInputs<F extends Fields>({
  of,
  name,
  hint,
  hintEn,
  rows = { minRows: 2 },
  'data-autofocus': isFirst,
  ...layout
}: Pick<InputProps, 'hint' | 'hintEn' | 'rows' | 'mt' | 'maw' | 'size' | 'data-autofocus'> & {
  readonly of: FieldsForm<F>
  readonly name: string
}) {
  const { max, lines } = of.fields[name]!
  return (['Da', 'En'] as const).map((language) => {
    const input = `${name}${language}`
    const typed = of.typed as Record<string, string> | undefined
    const isUntranslated = typed?.[`${name}Da`]?.trim() && typed[`${name}En`]?.trim() === ''
    const said = language === 'Da' ? hint : isUntranslated ? m.field_untranslated() : hintEn
    const props = { ...inputProps(of, name, input, said), ...layout, limit: max, lang: language.toLowerCase() }
    const begins = { 'data-autofocus': (isFirst && language === 'Da') || undefined }
    if (lines === 'markdown') return <MarkdownField {...props} key={props.key} />
    return lines ? (
      <Textarea autosize {...rows} {...props} {...begins} key={props.key} />
    ) : (
      <TextInput {...props} {...begins} key={props.key} />
    )
  })
}

type Order = ('label' | 'input' | 'description' | 'error')[]
const below: Order = ['label', 'input', 'description', 'error']
const above: Order = ['label', 'description', 'input', 'error']

function inputProps<F extends Fields>(of: FieldsForm<F>, name: string, input: string, hint: string | undefined) {
  const { required, kind } = of.fields[name]!
  const isSecond = kind === 'localText' && input !== `${name}Da`
  const problem = isSecond ? undefined : of.problemAt?.(name)
  return {
    size: 'md' as const,
    label: (of.labels as Readonly<Record<string, () => string>>)[input]!(),
    description: hint,
    inputWrapperOrder: of.hintsAbove ? above : below,
    key: of.form.key(input),
    ...of.form.getInputProps(input),
    ...(!isSecond && {
      'data-path': of.path ? `${of.path}.${name}` : name,
      ...(required && { required, withAsterisk: true }),
    }),
    ...(problem !== undefined && { error: problem }),
  }
}
