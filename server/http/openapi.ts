import * as z from 'zod/mini'
import { domains } from '#contract/api.ts'
import { ACTING_FOR, commonErrors, type Endpoint, onlyParameters } from '#contract/endpoint.ts'
import { errors, type ErrorCode } from '#contract/errors.ts'
import { readsActingFor } from './authenticate.ts'
import type { JsonSchema } from './json-schema.ts'
import { Components } from './openapi-components.ts'
import { permissionName, type Permission, type Route } from './route.ts'

export interface NamedRoute {
  /** `members.update` */
  readonly name: string
  readonly route: Route
}

type Api = Record<string, Record<string, Endpoint>>

/** Every endpoint of the contract with its route. Throws one error that names each endpoint without one, or with two. */
export function nameRoutes(api: Api, routes: readonly Route[]): NamedRoute[] {
  const wrong: string[] = []
  const named = Object.entries(api).flatMap(([domain, endpoints]) =>
    Object.entries(endpoints).flatMap(([action, endpoint]) => {
      const name = `${domain}.${action}`
      const [route, second] = routes.filter((one) => one.endpoint === endpoint)
      if (!route) wrong.push(`${name} has no route`)
      if (second) wrong.push(`${name} has two routes`)
      return route ? [{ name, route }] : []
    }),
  )
  const strangers = routes.filter((route) => !named.some((one) => one.route === route))
  wrong.push(...strangers.map(({ endpoint }) => `${endpoint.method} ${endpoint.path} is not in contract/api.ts`))
  if (wrong.length) throw new Error(`Contract and routes differ: ${wrong.join(', ')}`)
  return named
}

/** Errors of the permission check, which endpoints need not declare. */
const permissionErrors: Record<Extract<Permission, string> | 'office', readonly ErrorCode[]> = {
  public: [],
  identity: ['unauthenticated'],
  member: ['unauthenticated', 'member_required', 'member_disabled'],
  office: ['unauthenticated', 'forbidden', 'member_required', 'member_disabled'],
  operator: ['unauthenticated', 'fresh_sign_in_required', 'forbidden', 'member_required', 'member_disabled'],
}

/** Every code a call may answer, as the caller sees it. */
export function codesOf({ endpoint, rules }: Route): ErrorCode[] {
  const address: ErrorCode[] = onlyParameters(endpoint) ? ['unknown_parameter'] : []
  const common = commonErrors.filter((code) => {
    if (code === 'unauthenticated' || code === 'forbidden') return rules.may !== 'public'
    if (code === 'acting_for_ended' || code === 'impersonation_ended') return readsActingFor(rules)
    return true
  })
  // A body is read even where the endpoint has none.
  const body: ErrorCode[] =
    endpoint.method === 'GET'
      ? []
      : endpoint.upload
        ? ['payload_too_large']
        : ['payload_too_large', 'unsupported_media_type']
  const fresh: ErrorCode[] = rules.signInAge === 'fresh' ? ['fresh_sign_in_required'] : []
  const permission = [...permissionErrors[typeof rules.may === 'string' ? rules.may : 'office'], ...fresh]
    .filter((code) => code !== 'fresh_sign_in_required' || rules.signInAge !== 'ignored')
    .map((code) => (code === 'member_required' ? (rules.withoutMember ?? code) : code))
  return [...new Set([...endpoint.errors, ...permission, ...common, ...body, ...address])]
}

/** OpenAPI 3.1 of the whole contract. */
export function openApi(
  routes: readonly NamedRoute[],
  info: { title: string; version: string; product: string; url: string },
) {
  const components = new Components()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { name, route } of routes) {
    const path = route.endpoint.path.replace('{product}', info.product)
    paths[path] = { ...paths[path], [route.endpoint.method.toLowerCase()]: operation(name, route, components) }
  }
  const { operations, schemas } = components.resolve(paths)
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: info.url }],
    tags: [...new Set(routes.map(({ name }) => name.split('.')[0] as keyof typeof domains))].map((name) => ({
      name,
      description: domains[name],
    })),
    paths: operations,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: problemSchema, ...schemas },
    },
  }
}

const description = `All calls except public ones need \`Authorization: Bearer\` with an access token of the sign-in provider. Errors are
\`application/problem+json\` with a stable \`code\`.

## Codes

${Object.entries(errors)
  .map(([code, { status, title }]) => `- \`${code}\` (${status}): ${title}`)
  .join('\n')}
`

const problemSchema: JsonSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(errors) },
    detail: { type: 'string' },
    data: { $ref: '#/components/schemas/Facts' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

function operation(name: string, route: Route, components: Components) {
  const { endpoint, rules } = route
  return {
    operationId: name.replace('.', '_'),
    tags: [name.split('.')[0]],
    summary: endpoint.summary,
    security: rules.may === 'public' ? [] : [{ bearer: [] }],
    'x-permission': permissionName(rules.may),
    parameters: [
      ...parameters(endpoint.params, 'path', components),
      ...parameters(endpoint.query, 'query', components),
      ...parameters(endpoint.headers, 'header', components),
      ...(readsActingFor(rules) ? [actingFor] : []),
    ],
    ...requestBody(endpoint, components),
    responses: { ...success(endpoint, components), ...refusals(codesOf(route)) },
  }
}

function requestBody(endpoint: Endpoint, components: Components) {
  const body = (type: string, schema: JsonSchema) => ({
    requestBody: { required: true, content: { [type]: { schema } } },
  })
  if (endpoint.upload) return body('application/octet-stream', { type: 'string', format: 'binary' })
  return endpoint.body ? body(bodyType(endpoint), components.of(endpoint.body, 'input')) : {}
}

const bodyType = ({ form }: Endpoint) => (form ? 'application/x-www-form-urlencoded' : 'application/json')

const actingFor = {
  name: ACTING_FOR,
  in: 'header',
  required: false,
  schema: { type: 'string', format: 'uuid' },
  description: 'The member for whom the caller acts',
}

function parameters(schema: Endpoint['query'], place: 'path' | 'query' | 'header', components: Components) {
  if (!schema) return []
  // Made anew, because an exported one is a component whose fields stand elsewhere.
  const { properties = {}, required = [] } = components.of(z.object(schema.def.shape), 'input')
  return Object.entries(properties).map(([name, { default: whenMissing, ...one }]) => ({
    name,
    in: place,
    // A header whose absence is refused as a wrong one is required.
    required: place === 'path' || required.includes(name) || whenMissing === '',
    // Several in one parameter, with commas between.
    ...(one.type === 'array' ? { style: 'form', explode: false } : {}),
    ...(one.description === undefined ? {} : { description: one.description }),
    schema: one,
  }))
}

function success({ output, files = [] }: Endpoint, components: Components) {
  if (output === null) return { 204: { description: 'Done' } }
  if (output === 'redirect') return { 303: { description: 'Go on to the address in Location' } }
  if (output === 'events')
    return {
      200: { description: 'Server-sent events', content: { 'text/event-stream': { schema: { type: 'string' } } } },
    }
  if (output === 'file') {
    return {
      200: {
        description: 'A file',
        content: Object.fromEntries(files.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
      },
      304: { description: 'The file is the one that If-None-Match names' },
    }
  }
  return { 200: { description: 'Done', content: { 'application/json': { schema: components.of(output, 'output') } } } }
}

function refusals(codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(codes, (code) => errors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      String(status),
      {
        description: some.map((code) => errors[code].title).join(' / '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        'x-codes': some,
      },
    ]),
  )
}
