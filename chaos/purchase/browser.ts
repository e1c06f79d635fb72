import { setTimeout as wait } from 'node:timers/promises'

/** An answer; a body that is not JSON is null. */
export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown> | null
  readonly location: string | null
  readonly retryAfter: string | null
}

export interface Request {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly token?: string
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

const PATIENCE = 8_000
const PAUSE = 120

/** One call as a browser makes it. @returns null when the connection breaks */
export async function once(address: string, request: Request = {}): Promise<Answer | null> {
  const { method = 'GET', token, json, form, headers = {} } = request
  try {
    const response = await fetch(address, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
      headers: {
        // No keep-alive, so that each call may reach another server.
        connection: 'close',
        'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    })
    const text = await response.text()
    const { headers: said, status } = response
    return { status, body: parse(text), location: said.get('location'), retryAfter: said.get('retry-after') }
  } catch {
    return null
  }
}

/** Like `once`, repeated as a web app does while the connection breaks or the server answers 503. @returns null after the time limit */
export async function patiently(address: string, request: Request = {}, patience = PATIENCE): Promise<Answer | null> {
  for (const until = Date.now() + patience; ; await wait(PAUSE)) {
    const answer = await once(address, request)
    if (answer && answer.status < 500 && answer.status !== 429) return answer
    if (Date.now() > until) return null
  }
}

function parse(text: string): Answer['body'] {
  try {
    return JSON.parse(text) as Answer['body']
  } catch {
    return null
  }
}
