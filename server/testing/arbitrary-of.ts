import fc from 'fast-check'
import type { ZodMiniType } from 'zod/mini'
import { hostileTexts } from './hostile-texts.ts'
import { defOf } from './contract-fields.ts'

interface Check {
  readonly _zod: {
    readonly def: {
      readonly check: string
      readonly maximum?: number
      readonly minimum?: number
      readonly value?: number
      readonly format?: string
      readonly pattern?: RegExp
    }
  }
}

type Def = ReturnType<typeof defOf> & {
  readonly checks?: readonly Check[]
  readonly format?: string
  readonly entries?: Record<string, string>
  readonly values?: readonly unknown[]
}

const days = ['1900-01-01', '1999-12-31', '2000-02-29', '2026-03-29', '2026-10-25', '2028-02-29', '2999-12-31']
const clocks = ['00:00', '02:30', '12:00', '23:59']
const near = fc.integer({ min: -800, max: 800 }).map((ahead) => {
  const day = new Date(Date.now() + ahead * 86_400_000)
  return day.toISOString().slice(0, 10)
})
const day = fc.oneof(near, fc.constantFrom(...days))
const localTime = fc.tuple(day, fc.constantFrom(...clocks)).map((parts) => parts.join('T'))

/** Emoji of several code units, which a cut may split. */
const emoji = fc.constantFrom('👩‍👩‍👧', '🇩🇰', '🚣🏽‍♀️', 'é', 'ß', 'İ')

const textUpTo = (most: number) =>
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: Math.min(most, 30) }),
    fc
      .constantFrom('', ' ', 'Anna', '1', 'x'.repeat(most), ...Object.values(hostileTexts))
      .map((text) => text.slice(0, most)),
    emoji.map((one) => one.repeat(Math.ceil(most / one.length)).slice(0, Math.floor(most / one.length) * one.length)),
    emoji.map((one) => `x${one.repeat(Math.floor((most - 1) / one.length))}`),
  )

/** The ids that exist, for a field's name. */
export type KnownIds = (name: string) => readonly string[]

/** Values as a schema wants them, at its limits more often than between; some of them it refuses. */
export function arbitraryOf(schema: ZodMiniType, ids: KnownIds, name = ''): fc.Arbitrary<unknown> {
  const def = defOf(schema) as Def
  const inside = (one: ZodMiniType) => arbitraryOf(one, ids, name)
  switch (def.type) {
    case 'string':
      return stringOf(def, ids(name))
    case 'number':
      return numberOf(def)
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries!))
    case 'literal':
      return fc.constantFrom(...def.values!)
    case 'null':
      return fc.constant(null)
    case 'optional':
    case 'default':
    case 'prefault':
      return fc.option(inside(def.innerType!), { nil: undefined })
    case 'nullable':
      return fc.option(inside(def.innerType!), { nil: null })
    case 'union':
      return fc.oneof(...def.options!.map(inside))
    case 'array': {
      const { maximum = 20 } = limitsOf(def, 'max_length')
      return fc.array(inside(def.element!), { maxLength: Math.min(maximum, 5) })
    }
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(def.shape!).map(([field, one]) => [field, arbitraryOf(one, ids, field)])),
      )
    case 'record':
      return fc.dictionary(inside(def.keyType!).map(String), inside(def.valueType!), { maxKeys: 3 })
    case 'pipe':
      return defOf(def.in!).type === 'transform' ? inside(def.out!) : inside(def.in!)
    default:
      return fc.oneof(fc.string(), fc.constantFrom<unknown>(0, true, null, {}))
  }
}

function limitsOf({ checks = [] }: Def, name: string): Partial<Check['_zod']['def']> {
  return checks.map(({ _zod }) => _zod.def).find(({ check }) => check === name) ?? {}
}

function stringOf(def: Def, ids: readonly string[]): fc.Arbitrary<string> {
  const { checks = [] } = def
  const formats = [def.format, ...checks.map(({ _zod }) => _zod.def.format)]
  if (formats.some((format) => format === 'uuid' || format === 'guid'))
    return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() })
  if (formats.includes('email'))
    return fc.oneof(
      fc.emailAddress(),
      fc.constantFrom('anna@example.com', 'bo@example.com', `${'x'.repeat(60)}@example.com`),
    )
  if (formats.includes('datetime'))
    return fc.oneof(
      localTime.map((time) => `${time}:00Z`),
      localTime.map((time) => `${time}:00+14:00`),
    )
  if (formats.includes('date')) return day
  const { maximum = 100 } = limitsOf(def, 'max_length')
  const pattern = checks.map(({ _zod }) => _zod.def).find(({ format }) => format === 'regex')?.pattern
  if (!pattern) return textUpTo(maximum)
  if (pattern.test('2026-03-29T02:30')) return pattern.test('x') ? textUpTo(maximum) : localTime
  if (pattern.test('x y')) return textUpTo(maximum)
  try {
    return fc.stringMatching(new RegExp(pattern.source, pattern.flags.replace(/[gi]/g, '')))
  } catch {
    return textUpTo(maximum)
  }
}

function numberOf(def: Def): fc.Arbitrary<number> {
  const least = limitsOf(def, 'greater_than').value ?? -1000
  const most = limitsOf(def, 'less_than').value ?? 1000
  const between = fc.integer({
    min: Math.ceil(Math.max(least, -100)),
    max: Math.floor(Math.max(Math.min(most, 10_000), least, -100)),
  })
  return fc.oneof(between, fc.constantFrom(least, most, 0, 1))
}
