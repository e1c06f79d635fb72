import { expect } from 'vitest'
import type { Call } from './contract-fields.ts'

/** The raw parts of a request, before anything checks them. */
export interface Parts {
  readonly params: Record<string, unknown>
  readonly query: Record<string, unknown>
  readonly headers: Record<string, unknown>
  readonly body: unknown
}

/** A valid call, by where each of its values goes; `membershipData` is written out, to be changed inside. */
export function partsOf({ endpoint }: Call, input: Record<string, unknown>): Parts {
  const pick = (schema: Call['endpoint']['params']) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => name in (schema?.def.shape ?? {})))
  const { params, query, headers } = {
    params: pick(endpoint.params),
    query: pick(endpoint.query),
    headers: pick(endpoint.headers),
  }
  const taken = { ...params, ...query, ...headers }
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !(name in taken)))
  if (!endpoint.body)
    return { params, query: { ...query, ...(endpoint.upload ? {} : rest) }, headers, body: input.bytes }
  const { membershipData } = rest
  const selection = typeof membershipData === 'string' && {
    membershipData: JSON.parse(Buffer.from(membershipData, 'base64').toString()) as unknown,
  }
  return { params, query, headers, body: { ...rest, ...selection } }
}

/** Sends a request as it stands, however wrong. */
export async function send(
  url: string,
  { endpoint }: Call,
  { params, query, headers, body }: Parts,
  own: Record<string, string>,
): Promise<Response> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'product' ? 'izy' : encoded(params[name]),
  )
  return fetch(`${url}${path}?${formOf(query)}`, {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      ...own,
      // No client can send more than these in a header.
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, String(value).replace(/[^\x20-\x7e\xa1-\xff]/g, '?')]),
      ),
      ...(endpoint.body
        ? { 'content-type': endpoint.form ? 'application/x-www-form-urlencoded' : 'application/json' }
        : {}),
    },
    ...(endpoint.method === 'GET' || body === undefined ? {} : { body: bodyOf(endpoint, body) }),
  })
}

interface DescribedAnswer {
  readonly content?: Record<string, unknown>
  readonly 'x-codes'?: readonly string[]
}

/** Of `/openapi.json`. */
export interface Description {
  readonly paths: Record<string, Record<string, { responses: Record<string, DescribedAnswer> }>>
}

export const readDescription = async (url: string): Promise<Description> =>
  (await (await fetch(`${url}/openapi.json`)).json()) as Description

/** Status, type and code of an answer are what the description says, and its body what the contract says. */
export async function requireDescribed(
  { paths }: Description,
  { endpoint, name }: Call,
  response: Response,
): Promise<void> {
  const type = response.headers.get('content-type')?.split(';')[0]
  const body = type === 'text/event-stream' ? await response.body?.cancel() : await response.text()
  const { responses } = paths[endpoint.path.replace('{product}', 'izy')]![endpoint.method.toLowerCase()]!
  const { content, 'x-codes': codes } = responses[response.status] ?? {}
  expect(responses, name).toHaveProperty(String(response.status))
  if (type) expect(content, name).toHaveProperty([type])
  if (type === 'application/problem+json') {
    const { code } = JSON.parse(body as string) as { code: string }
    expect(codes, name).toContain(code)
  }
}

function bodyOf({ form, upload }: Call['endpoint'], body: unknown): string | Uint8Array<ArrayBuffer> {
  if (upload) return body as Uint8Array<ArrayBuffer>
  if (form) return typeof body === 'object' && body !== null ? formOf(body) : encoded(body)
  const selection = (body as { membershipData?: unknown } | null)?.membershipData
  if (typeof selection !== 'object') return JSON.stringify(body)
  return JSON.stringify({
    ...(body as object),
    membershipData: Buffer.from(JSON.stringify(selection)).toString('base64'),
  })
}

/** A list is the same name several times. */
const formOf = (values: object): string =>
  Object.entries(values)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => `${encoded(name)}=${encoded(one)}`),
    )
    .join('&')

/** Percent-encoded as it stands, half a surrogate pair too, which no well-behaved client can send. */
const encoded = (value: unknown): string =>
  String(value)
    .split(/([\ud800-\udfff])/u)
    .map((part) => (part.isWellFormed() ? encodeURIComponent(part) : '%ED%A0%80'))
    .join('')
