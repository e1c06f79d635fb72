import { entriesOf, type Field, type Fields, type PlainOf, type ValuesOf } from '#contract/fields.ts'
import type { LocalText } from '#contract/local-text.ts'
import { sql, type SQL, type SQLWrapper } from './sql.ts'
import { isSkipped, localTimeOf, momentOf } from './local-time.ts'

/** The zone of local times that belong to no place, or to several. */
const PORTAL_ZONE = 'Europe/Copenhagen'

type ColumnOf<F extends Field, V> = F['kind'] extends 'time'
  ? Date | Extract<V, null>
  : F['kind'] extends 'localText'
    ? LocalText
    : V

/** The columns of declared fields: times as moments, and no English text that says the same as the Danish one. */
export const columnsOf = <F extends Fields>(fields: F, values: ValuesOf<F>, timeZone = PORTAL_ZONE) =>
  eachOf(fields, values, (value, { kind }) =>
    kind === 'time'
      ? momentOf(value as string, timeZone)
      : kind === 'localText'
        ? withoutBlank(value as LocalText)
        : value,
  ) as { [K in keyof F]: ColumnOf<F[K], ValuesOf<F>[K]> }

/** The values of declared fields, of a row that has them. Moments become local times. */
export const valuesOfRow = <F extends Fields>(
  fields: F,
  row: { readonly [K in keyof F]: F[K]['kind'] extends 'time' ? Date | string | null : ValuesOf<F>[K] },
  timeZone = PORTAL_ZONE,
): ValuesOf<F> =>
  eachOf(fields, row, (value, { kind }) =>
    kind === 'time' ? localTimeOf(new Date(value as string | Date), timeZone) : value,
  ) as ValuesOf<F>

/** The columns of declared fields in a query, each by the name of its field, with a comma after it. */
export const selectedOf = <F extends Fields>(fields: F, table: { readonly [K in keyof F]: SQLWrapper }): SQL =>
  sql.join(entriesOf(fields).map(([name]) => sql`${table[name]} as ${sql.identifier(name)}, `))

function eachOf(fields: Fields, values: object, change: (value: unknown, field: Field) => unknown) {
  return Object.fromEntries(
    entriesOf(fields).map(([name, field]) => {
      const value: unknown = (values as Record<string, unknown>)[name]
      return [name, value === null || value === undefined ? value : change(value, field)]
    }),
  )
}

export const withoutBlank = ({ da, en }: { readonly da: string; readonly en?: string | undefined }): LocalText =>
  en && en !== da ? { da, en } : { da }

/** The names of times that clocks skip, as at the beginning of summer. */
export const skippedTimes = <F extends Fields>(
  fields: F,
  values: ValuesOf<F>,
  timeZone = PORTAL_ZONE,
): (keyof F & string)[] =>
  entriesOf(fields).flatMap(([name, { kind }]) => {
    const local = values[name] as string | null
    return kind === 'time' && local !== null && isSkipped(local, timeZone) ? [name] : []
  })

/** Values of which none is written: blank texts, and null for what is optional. */
export const blankValues = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    entriesOf(fields).flatMap(([name, { kind, optional }]) =>
      kind === 'parts'
        ? []
        : [[name, optional ? null : kind === 'localText' ? { da: '' } : kind === 'switch' ? false : '']],
    ),
  ) as Pick<ValuesOf<F>, PlainOf<F>>

/** The times of these values, each changed; none where there is none. */
export const mapTimes = <F extends Fields>(fields: F, values: ValuesOf<F>, change: (local: string) => string) =>
  Object.fromEntries(
    entriesOf(fields).flatMap(([name, { kind }]) =>
      kind === 'time' && values[name] !== null ? [[name, change(values[name] as string)]] : [],
    ),
  ) as Partial<ValuesOf<F>>

/** Values flat, as a history keeps them: the English text of `name` is `nameEn`, a list one text. Parts are left out. */
export const flatOf = <F extends Fields>(fields: F, values: ValuesOf<F>): Record<string, unknown> =>
  Object.fromEntries(
    entriesOf(fields).flatMap(([name, { kind }]): [string, unknown][] => {
      const value: unknown = values[name]
      if (kind === 'parts') return []
      if (kind === 'list') return [[name, (value as string[] | null)?.join(', ') ?? null]]
      if (kind !== 'localText') return [[name, value]]
      const { da, en } = value as LocalText
      return [
        [name, da],
        [`${name}En`, en ?? null],
      ]
    }),
  )

/** The flat fields that changed, before and after; null if none did. A name that is missing on one side is null there. */
export function changesOf(was: Record<string, unknown>, is: Record<string, unknown>) {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => was[name] !== is[name])
  if (names.length === 0) return null
  const pick = (fields: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
  return { before: pick(was), after: pick(is) }
}
