import type { ZodMiniType } from 'zod/mini'
import { jsonSchema, type JsonSchema } from './json-schema.ts'

/** The limit for any JSON body, with room for fields that a call ignores. */
export const COMMON_BODY = 100_000

/** Bytes of a UTF-16 unit when it is escaped (`\u00e6`), as some clients do with every letter that is not ASCII. */
const ESCAPED = 6

/** The most bytes that a body may have: as many as its longest valid content, written in the longest way, and never less than common. */
export const bodyLimitOf = (body: ZodMiniType | undefined): number =>
  body ? Math.max(COMMON_BODY, mostBytes(jsonSchema(body, 'input'))) : COMMON_BODY

function mostBytes(schema: JsonSchema): number {
  const { type, const: constant, enum: choices, anyOf, allOf, properties = {}, items, maxItems, maxLength } = schema
  if (constant !== undefined) return written(constant)
  if (Array.isArray(choices)) return Math.max(...choices.map(written))
  if (anyOf) return Math.max(...anyOf.map(mostBytes))
  // A type that several patterns narrow.
  if (!type && Array.isArray(allOf)) return Math.max(...(allOf as JsonSchema[]).map(mostBytes))
  switch (type) {
    case 'string':
      return 2 + ESCAPED * Number(maxLength ?? 40)
    case 'array':
      return 2 + Number(maxItems ?? 0) * (1 + mostBytes((items ?? {}) as JsonSchema))
    case 'object':
      return 2 + Object.entries(properties).reduce((all, [name, one]) => all + name.length + 4 + mostBytes(one), 0)
    default:
      return 25
  }
}

const written = (value: unknown) => JSON.stringify(value).length
