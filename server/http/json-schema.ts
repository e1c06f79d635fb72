import * as z from 'zod/mini'

/** A node of a JSON schema. */
export interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
  [keyword: string]: unknown
}

/** JSON Schema 2020-12 of a zod schema: what a caller sends (`input`) or receives (`output`). */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: node }) => {
      const number = io === 'input' && numberOf(zodSchema as unknown as z.ZodMiniType)
      if (!number) return
      for (const keyword of Object.keys(node)) delete node[keyword]
      Object.assign(node, jsonSchema(number, 'input'))
    },
  })
  return json as JsonSchema
}

/** The number behind a string that is parsed into one, such as a digit in an address. */
function numberOf(schema: z.ZodMiniType): z.ZodMiniType | null {
  const { type, out } = schema.def as { type: string; out?: z.ZodMiniType }
  if (type !== 'pipe' || !out) return null
  return out.def.type === 'number' ? out : numberOf(out)
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
