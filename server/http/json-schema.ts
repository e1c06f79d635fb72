import * as z from 'zod/mini'

/** A node of a JSON schema. */
export interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
  [keyword: string]: unknown
}

type Names = z.core.$ZodRegistry<{ id: string }>

/**
 * JSON Schema 2020-12 of a zod schema: what a caller sends (`input`) or receives (`output`).
 * @param names of the schemas that become definitions of their own
 */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output', names?: Names): JsonSchema {
  /** Definitions that a replaced node names. */
  const definitions: Record<string, unknown> = {}
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    ...(names && { metadata: names }),
    override: ({ zodSchema, jsonSchema: node }) => {
      const own = zodSchema as unknown as z.ZodMiniType
      const { description } = z.globalRegistry.get(own) ?? {}
      if (description) node.description = description
      // Fields are added over time.
      if (io === 'output' && node.additionalProperties === false) delete node.additionalProperties
      const { format } = own.def as { format?: string }
      if (format === 'date' || format === 'datetime') nameFormat(node, format === 'date' ? 'date' : 'date-time')
      const value = io === 'input' && valueOf(own)
      if (!value) return
      for (const keyword of Object.keys(node)) delete node[keyword]
      const { $defs, ...replaced } = jsonSchema(value, 'input', names)
      Object.assign(definitions, $defs)
      Object.assign(node, replaced)
    },
  })
  const all = { ...json.$defs, ...definitions }
  return { ...json, ...(Object.keys(all).length > 0 && { $defs: all }) } as JsonSchema
}

/** Says that a text is a day or a moment, which a further pattern makes zod forget; only that pattern is left beside it. */
function nameFormat(node: z.core.JSONSchema.BaseSchema, format: 'date' | 'date-time'): void {
  const further = node.allOf?.at(-1)
  const pattern = typeof further === 'object' ? further.pattern : undefined
  delete node.allOf
  Object.assign(node, { format, ...(pattern !== undefined && { pattern }) })
}

/** The number or list behind a string that is parsed into one, such as a digit or several ids in an address. */
function valueOf(schema: z.ZodMiniType): z.ZodMiniType | null {
  const { type, out } = schema.def as { type: string; out?: z.ZodMiniType }
  if (type !== 'pipe' || !out) return null
  return out.def.type === 'number' || out.def.type === 'array' ? out : valueOf(out)
}

/**
 * JSON Schema for the serialiser, which drops every field that the schema does not name. `anyOf` with null makes it run a validator
 * for each branch; `nullable` is much faster.
 */
export function serializerSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    target: 'draft-07',
    unrepresentable: 'any',
    override: ({ jsonSchema: node }) => {
      const [first, second] = node.anyOf ?? []
      if (node.anyOf?.length !== 2 || second?.type !== 'null' || !first?.type) return
      delete node.anyOf
      Object.assign(node, first, { nullable: true })
    },
  })
  return json as JsonSchema
}
