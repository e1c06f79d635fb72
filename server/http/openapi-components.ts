import * as z from 'zod/mini'
import * as exported from '#contract/schemas.ts'
import { jsonSchema, type JsonSchema } from './json-schema.ts'

type Io = 'input' | 'output'

/** Names that clients expect, where the contract's own would clash with others or says more than they need. */
const clientNames: Readonly<Record<string, string>> = {
  CancelledEvent: 'CalledOffEvent',
  EventDetail: 'Event',
  OrderState: 'Order',
  Refund: 'GivenBack',
}

const names = z.registry<{ id: string }>()
// A parsed text or an optional field is no thing of its own.
const nameable = ['object', 'record', 'enum', 'string', 'number']
for (const [name, exportedAs] of Object.entries<unknown>(exported)) {
  const schema = exportedAs as z.ZodMiniType | null
  if (typeof schema === 'object' && schema !== null && '_zod' in schema && nameable.includes(schema.def.type))
    names.add(schema, { id: clientNames[name] ?? name })
}

/**
 * The contract's schemas as components of a description, by the names under which the contract exports them. One that is sent in
 * another form than it is answered is two, the first of them `…Input`.
 */
export class Components {
  readonly #found: Record<Io, Record<string, JsonSchema>> = { input: {}, output: {} }

  /** A schema as an operation uses it; its references are final after `resolve`. */
  of(schema: z.ZodMiniType, io: Io): JsonSchema {
    const { $defs = {}, ...json } = jsonSchema(schema, io, names)
    Object.assign(this.#found[io], $defs)
    return pointed(json, (name) => `${io}:${name}`)
  }

  /** The description with its references, and the components that they name. */
  resolve<T>(operations: T): { operations: T; schemas: Record<string, JsonSchema> } {
    const { input, output } = this.#found
    const two = new Set(
      Object.keys(input).filter((name) => output[name] && JSON.stringify(input[name]) !== JSON.stringify(output[name])),
    )
    // A schema that refers to one with two forms has two forms as well.
    const holds = (name: string) => [...two].some((other) => JSON.stringify(input[name]).includes(`/$defs/${other}"`))
    for (let known = -1; known !== two.size;) {
      known = two.size
      for (const name of Object.keys(input)) if (output[name] && holds(name)) two.add(name)
    }
    const nameOf = (io: Io, name: string) => (io === 'input' && two.has(name) ? `${name}Input` : name)
    const schemas = Object.fromEntries(
      (['output', 'input'] as const).flatMap((io) =>
        Object.entries(this.#found[io]).map(([name, schema]) => [
          nameOf(io, name),
          pointed(schema, (other) => nameOf(io, other)),
        ]),
      ),
    )
    return {
      operations: pointed(operations, (marked) => {
        const [io, name] = marked.split(':') as [Io, string]
        return name ? nameOf(io, name) : marked
      }),
      schemas,
    }
  }
}

/** A copy in which each reference points to the component of another name. */
const pointed = <T>(value: T, nameOf: (name: string) => string): T =>
  JSON.parse(
    JSON.stringify(value, (key, one: unknown) =>
      key === '$ref' && typeof one === 'string'
        ? one.replace(
            /^#\/(\$defs|components\/schemas)\/(.*)$/,
            (_, __, name: string) => `#/components/schemas/${nameOf(name)}`,
          )
        : one,
    ),
  ) as T
