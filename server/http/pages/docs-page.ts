import type { FastifyInstance } from 'fastify'
import { errors, type ErrorCode } from '#contract/errors.ts'
import { docsStyle } from './docs-style.ts'
import { jsonSchema, type JsonSchema } from '../json-schema.ts'
import { codesOf, openApi, type NamedRoute } from '../openapi.ts'
import { styledPagePolicy } from '../security-headers.ts'

export interface Documentation {
  readonly product: string
  readonly productName: string
  readonly version: string
  readonly publicUrl: string
}

/** `/openapi.json` for machines and `/docs` for people, both from the contract. */
export function addDocs(app: FastifyInstance, routes: readonly NamedRoute[], about: Documentation): void {
  const { product, productName, version, publicUrl } = about
  const specification = onceAsked(() =>
    JSON.stringify(openApi(routes, { title: `${productName} API`, version, product, url: publicUrl })),
  )
  app.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(specification()))

  const page = onceAsked(() => docsPage(routes, about))
  const policy = styledPagePolicy(docsStyle)
  app.get('/docs', async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'no-cache',
      })
      .send(page()),
  )
}

/** Few ask: a start that waits for it waits for nothing. */
function onceAsked(make: () => string): () => string {
  let made: string | undefined
  return () => (made ??= make())
}

const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const permissions = {
  public: 'Anyone',
  identity: 'Whoever is signed in',
  member: 'Members',
  office: 'The office of the club',
  operator: 'Super admins',
}

const plainAnswers = {
  file: 'A file (200)',
  events: 'Server-sent events (200)',
  redirect: 'On to the address in <code>Location</code> (303)',
  nothing: 'Nothing (204)',
}

function docsPage(routes: readonly NamedRoute[], { product, productName, version, publicUrl }: Documentation): string {
  const domains = Map.groupBy(routes, ({ name }) => name.split('.')[0]!)
  const name = escape(productName)
  const navigation = [...domains]
    .map(([domain, some]) => `<li><a href="#${domain}">${domain}</a> <span>${some.length}</span></li>`)
    .join('')
  const sections = [...domains].map(([domain, some]) => section(domain, some, product)).join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>API · ${name}</title>
<meta name="color-scheme" content="light dark">
<style>${docsStyle}</style>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header><p><a href="/">${name}</a></p><h1>API reference</h1>
<p>Version ${escape(version)}. Every call but those for anyone takes <code>Authorization: Bearer</code> with an access token of the sign-in
provider. Refusals are <code>application/problem+json</code> with a stable <code>code</code>. For machines:
<a href="/openapi.json">openapi.json</a>. Base address: <code>${escape(publicUrl)}</code>.</p></header>
<div class="columns"><nav aria-label="Domains"><ul>${navigation}<li><a href="#errors">errors</a> <span>${Object.keys(errors).length}</span></li></ul></nav>
<main id="content">${sections}${errorSection()}</main></div>
</body></html>`
}

const section = (domain: string, routes: readonly NamedRoute[], product: string) =>
  `<section aria-labelledby="${domain}"><h2 id="${domain}">${domain}</h2>${routes.map((one) => call(one, product)).join('')}</section>`

function call({ name, route }: NamedRoute, product: string): string {
  const { endpoint, rules } = route
  const { method, output, files = [] } = endpoint
  const path = escape(endpoint.path.replace('{product}', product)).replace(/\{\w+\}/g, '<var>$&</var>')
  const parts = [
    ['In the path', endpoint.params],
    ['In the query', endpoint.query],
    ['In the headers', endpoint.headers],
    [endpoint.form ? 'Form' : 'Body', endpoint.body],
  ] as const
  const inputs = parts.map(([title, schema]) => (schema ? fields(title, jsonSchema(schema, 'input')) : '')).join('')
  const answer =
    output === null || typeof output === 'string'
      ? `<h4>Answer</h4><p>${plainAnswers[output ?? 'nothing']}${files.length ? `: ${files.join(', ')}` : ''}</p>`
      : fields('Answer', jsonSchema(output, 'output'))
  const codes = codesOf(route).map((code) => `<a href="#${code}">${code}</a>`)
  return `<article id="${name}"><h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></h3>
<p>${escape(endpoint.summary)}. <span class="who">${permissions[typeof rules.may === 'string' ? rules.may : 'office']}</span></p>
<details><summary>Details<span class="hidden"> of ${method} ${escape(endpoint.path)}</span></summary>${inputs}${answer}<h4>Refusals</h4><p class="codes">${codes.join(' ')}</p></details></article>`
}

function fields(title: string, schema: JsonSchema): string {
  const rows = rowsOf(schema)
  const body = rows.length
    ? `<table><thead><tr><th>Field</th><th>Type</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table>`
    : `<p>${escape(typeOf(schema))}</p>`
  return `<h4>${title}</h4>${body}`
}

/** One row per field, those of objects below theirs. */
function rowsOf(schema: JsonSchema, prefix = ''): string[] {
  const inner = objectIn(schema)
  if (!inner?.properties) return []
  return Object.entries(inner.properties).flatMap(([name, field]) => {
    const optional = inner.required?.includes(name) ? '' : 'optional'
    const path = `${prefix}${name}`
    return [
      `<tr><td><code>${escape(path)}</code></td><td>${escape(typeOf(field))}</td><td>${optional}</td></tr>`,
      ...rowsOf(field, `${path}${itemsOf(field) ? '[]' : ''}.`),
    ]
  })
}

const itemsOf = (schema: JsonSchema) => schema.items as JsonSchema | undefined

/** The object itself, in a list of it, or beside null. */
const objectIn = (schema: JsonSchema): JsonSchema | undefined =>
  schema.properties
    ? schema
    : [itemsOf(schema), ...(schema.anyOf ?? [])].flatMap((one) => (one ? [objectIn(one)] : [])).find(Boolean)

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const items = itemsOf(schema)
  if (items) return `list of ${typeOf(items)}`
  const { format, maxLength } = schema
  const type = [schema.type ?? 'anything'].flat().join(' or ')
  return [type, typeof format === 'string' && `(${format})`, typeof maxLength === 'number' && `up to ${maxLength}`]
    .filter(Boolean)
    .join(' ')
}

function errorSection(): string {
  const rows = (Object.keys(errors) as ErrorCode[]).map(
    (code) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${errors[code].status}</td><td>${escape(errors[code].title)}</td></tr>`,
  )
  return `<section aria-labelledby="errors"><h2 id="errors">errors</h2><div class="scroll"><table><thead><tr><th>Code</th><th>Status</th><th>Says</th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div></section>`
}
