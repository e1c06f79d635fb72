import type { ZodMiniType } from 'zod/mini'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'

export interface Call {
  /** `members.update` */
  readonly name: string
  readonly domain: string
  readonly action: string
  readonly endpoint: Endpoint
}

/** Every endpoint of the contract. */
export const calls: readonly Call[] = Object.entries(api).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints).map(([action, endpoint]) => ({ name: `${domain}.${action}`, domain, action, endpoint })),
)

export interface Field {
  /** Names of properties, and 0 for list items. */
  readonly path: readonly (string | number)[]
  readonly schema: ZodMiniType
}

interface Def {
  readonly type: string
  readonly shape?: Record<string, ZodMiniType>
  readonly options?: readonly ZodMiniType[]
  readonly element?: ZodMiniType
  readonly innerType?: ZodMiniType
  readonly in?: ZodMiniType
  readonly out?: ZodMiniType
  readonly keyType?: ZodMiniType
  readonly valueType?: ZodMiniType
}

export const defOf = (schema: ZodMiniType): Def => schema.def

/** All values inside a schema, itself included: objects, lists and their contents. */
export function fieldsOf(schema: ZodMiniType | undefined, path: Field['path'] = []): Field[] {
  if (!schema) return []
  const { shape = {}, options = [], element, ...def } = defOf(schema)
  const inside = [def.innerType, def.in, def.out, ...options].flatMap((one) => fieldsOf(one, path))
  const entries = [def.keyType, def.valueType, element].flatMap((one) => fieldsOf(one, [...path, 0]))
  const named = Object.entries(shape).flatMap(([name, one]) => fieldsOf(one, [...path, name]))
  return [{ path, schema }, ...inside, ...entries, ...named]
}

/** A copy of a value with the value at a path replaced. */
export function withValueAt(value: unknown, [name, ...rest]: Field['path'], other: unknown): unknown {
  if (name === undefined) return other
  if (typeof name === 'number') {
    const list = Array.isArray(value) ? (value as unknown[]) : []
    return [withValueAt(list[0], rest, other), ...list.slice(1)]
  }
  const object = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  return { ...object, [name]: withValueAt(object[name], rest, other) }
}
