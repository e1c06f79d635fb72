import type { Plugin } from 'vite'

/**
 * A browser needs to know where and how to ask: the client reads method, path, which fields go into the query, and whether
 * there is a body. The schemas of questions and answers are the server's to check, and forms import those they check by
 * name; here they are left out, with all that only they need. An answer that is no JSON stays: it is read in another way.
 */
export function onlyQuestions(): Plugin {
  return {
    name: 'only-questions',
    apply: 'build',
    transform(code, id) {
      if (!/[\\/]contract[\\/][\w-]+\.ts$/.test(id)) return null
      const unread = propertiesOfEndpoints(this.parse(code)).filter(({ key, value }) =>
        key.name === 'output'
          ? value.type !== 'Literal'
          : ['summary', 'errors', 'params', 'headers', 'body'].includes(key.name),
      )
      const short = unread
        .toSorted((a, b) => b.start - a.start)
        .reduce((text, { key, start, end }) => {
          const rest = text.slice(end).replace(/^\s*,/, '')
          return `${text.slice(0, start)}${key.name === 'body' ? 'body: {},' : ''}${rest}`
        }, code)
      return { code: short, map: null }
    },
  }
}

interface Property {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly key: { readonly name: string }
  readonly value: { readonly type: string }
}

/** The properties of everything that is handed to `endpoint`, and of what several endpoints share. */
function propertiesOfEndpoints(node: unknown): Property[] {
  if (typeof node !== 'object' || node === null) return []
  const {
    type,
    callee,
    properties = [],
  } = node as { type?: string; callee?: { name?: string }; properties?: Property[] }
  const call = node as { arguments?: { properties?: Property[] }[] }
  const handed = type === 'CallExpression' && callee?.name === 'endpoint' ? call.arguments?.[0]?.properties : undefined
  // What is spread into an endpoint stands by itself.
  const named = (handed ?? properties).filter((property) => property.type === 'Property')
  const keys = named.map(({ key }) => key.name)
  if (handed || (keys.includes('method') && keys.includes('errors'))) return named
  return Object.values(node).flatMap(propertiesOfEndpoints)
}
