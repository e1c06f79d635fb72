import type { Plugin } from 'vite'

/**
 * A browser needs to know where and how to ask: the client reads method, path, whether there is a body, and then which fields
 * go into the query beside it. The schemas of questions and answers are the server's to check, and forms import those they
 * check by name; here they are left out, with all that only they need. An answer that is no JSON stays: it is read in another way.
 */
export function onlyQuestions(): Plugin {
  return {
    name: 'only-questions',
    apply: 'build',
    transform(code, id) {
      if (!/[\\/]contract[\\/][\w-]+\.ts$/.test(id)) return null
      const edits = endpoints(this.parse(code)).flatMap(editsOf)
      const short = edits
        .toSorted((a, b) => b.start - a.start)
        .reduce((text, { start, end, instead }) => {
          const rest = text.slice(end).replace(/^\s*,/, '')
          return `${text.slice(0, start)}${instead && `${instead},`}${rest}`
        }, code)
      return { code: short, map: null }
    },
  }
}

interface Node {
  readonly type: string
  readonly name?: string
  readonly callee?: { readonly name?: string; readonly property?: { readonly name: string } }
  readonly arguments?: readonly { readonly properties?: readonly Property[] }[]
  readonly properties?: readonly Property[]
}

interface Property {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly key: { readonly name: string }
  readonly value: Node
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly instead: string
}

function editsOf(properties: readonly Property[]): Edit[] {
  const named = properties.filter(({ type }) => type === 'Property')
  // What is spread into an endpoint may bring a body.
  const bodiless = named.length === properties.length && named.every(({ key }) => key.name !== 'body')
  return named.flatMap(({ key, value, start, end }) => {
    const instead = without(key.name, value, bodiless)
    return instead === null ? [] : [{ start, end, instead }]
  })
}

/** @returns what stands for a property, which may be nothing; null where it stays */
function without(name: string, value: Node, bodiless: boolean): string | null {
  if (name === 'output') return value.type === 'Literal' ? null : ''
  if (['summary', 'errors', 'params', 'headers'].includes(name)) return ''
  if (name === 'body') return 'body: {}'
  if (name !== 'query') return null
  // Without a body, all that is asked goes into the query.
  if (bodiless) return ''
  const shape = value.callee?.property?.name === 'object' ? value.arguments?.[0]?.properties : undefined
  if (!shape || shape.some(({ type }) => type !== 'Property')) return null
  return `query: { def: { shape: { ${shape.map(({ key }) => `${key.name}: 0`).join()} } } }`
}

/** The properties of each that is handed to `endpoint`, and of what several endpoints share. */
function endpoints(node: unknown): (readonly Property[])[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, callee, properties = [], arguments: given = [] } = node as Partial<Node>
  const handed = type === 'CallExpression' && callee?.name === 'endpoint' ? given[0]?.properties : undefined
  if (handed) return [handed]
  // What is spread into an endpoint stands by itself.
  const keys = properties.flatMap((property) => (property.type === 'Property' ? [property.key.name] : []))
  if (keys.includes('method') && keys.includes('errors')) return [properties]
  return Object.values(node).flatMap(endpoints)
}
