import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { pathOf, type Endpoint, type Input, type Output } from '#contract/endpoint.ts'
import type { ProblemBody } from '#contract/errors.ts'
import { startApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openContext, type Context } from '#server/context.ts'
import { createLog } from '#server/http/log.ts'
import { drain, type Drained } from '#server/jobs/drain.ts'
import { workOf } from '#server/schedule.ts'
import { freePort } from './outside/free-port.ts'
import { accessTokenOf, type Newcomer, tokenOfNewcomer } from './sign-in.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** An error response. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  readonly code: string
  readonly body: ProblemBody

  constructor(body: ProblemBody, log: string) {
    super(`${body.status} ${body.code}${body.errors ? ` ${JSON.stringify(body.errors)}` : ''}${log && `\n${log}`}`)
    this.status = body.status
    this.code = body.code
    this.body = body
  }
}

/** `ok`, or the error code. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof ApiProblem ? error.code : Promise.reject(error)),
  )

export interface CallOptions {
  /** Access token of the caller; signed out when left out. */
  readonly as?: string
  readonly headers?: Record<string, string>
}

export interface TestApp {
  readonly url: string
  readonly context: Context
  readonly database: TestDatabase
  /** The address that it sends mails from; no other app has it. */
  readonly sender: string
  /** When the test file got it, as an ISO instant. */
  readonly begunAt: string
  /** Lines of the log, as JSON. */
  readonly log: string[]
  /** Calls an endpoint over HTTP. Throws `ApiProblem` for an error response. */
  call<E extends Endpoint>(
    endpoint: E,
    input: Input<E> & Record<string, unknown>,
    options?: CallOptions,
  ): Promise<Output<E>>
  /** Access token of one of the simulated identity provider's people. */
  signIn(username: string, password?: string): Promise<string>
  /** An access token of somebody who has just created an account at the provider. */
  signUp(person: Newcomer): Promise<string>
  /** Runs the jobs that are due and those they add; with `all`, also those for later. Throws when one fails. */
  runJobs(options?: { all?: boolean; mayFail?: boolean }): Promise<Drained>
  /** Moves the portal's clock on by an interval such as `31 minutes`. */
  moveClock(interval: string): Promise<void>
  close(): Promise<void>
}

export interface TestAppOptions {
  /** The address at which the app finds its database instead, such as a proxy's. */
  readonly through?: (databaseUrl: string) => Promise<string>
  /** Its database, which is dropped with it; a new one when left out. */
  readonly database?: TestDatabase
}

let shared: Promise<TestApp> | undefined

/**
 * The app shared by all test files of a worker, with an emptied database. A file that needs another configuration, changes the schema or
 * tests in-memory state creates its own with `createTestApp`.
 */
export async function sharedApp(): Promise<TestApp> {
  shared ??= createTestApp()
  const app = await shared
  await app.database.empty()
  app.log.length = 0
  return { ...app, begunAt: new Date().toISOString() }
}

/** Starts the app on a free port, with its own database and the simulators. */
export async function createTestApp(
  env: Record<string, string> = {},
  { through = async (url) => url, database: given }: TestAppOptions = {},
): Promise<TestApp> {
  const database = given ?? (await createTestDatabase())
  const simulators = inject('simulators')
  // Known before the server listens, because the portal's own address is part of its configuration.
  const port = env.PORT ? Number(env.PORT) : await freePort()
  const url = `http://127.0.0.1:${port}`
  const sender = `portal-${randomUUID()}@example.com`
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: await through(database.url),
    OIDC_ISSUER: simulators.issuer,
    FREEPAY_GATEWAY_URL: simulators.gatewayUrl,
    FREEPAY_MANAGEMENT_URL: simulators.managementUrl,
    SMTP_URL: simulators.smtpUrl,
    MAIL_FROM: `Klubportal <${sender}>`,
    // A test reads as much as a hundred people, with one account.
    READS_PER_MINUTE: '1000000',
    ...env,
  })
  const log: string[] = []
  // Does not wait for a mail server that a test has stopped.
  const mail = { ...config.mail, limits: { patience: 0 } }
  const context = await openContext(
    { ...config, mail },
    createLog({ destination: { write: (line) => void log.push(line) } }),
  )
  const server = await startApp(context)

  return {
    url,
    context,
    database,
    sender,
    begunAt: new Date().toISOString(),
    log,
    call: callAt(url, log),
    signIn: (username, password) => accessTokenOf(simulators.issuer, username, password),
    signUp: (person) => tokenOfNewcomer(simulators.issuer, person),
    runJobs: async ({ all = false, mayFail = false } = {}) => {
      const drained = await drain(context.jobsDb, workOf(context), { all })
      if (drained.failed.length && !mayFail)
        throw new Error(`Jobs failed: ${drained.failed.join(', ')}\n${lastError(log)}`)
      return drained
    },
    moveClock: async (interval) => {
      await database.sql('update portal_clock set "offset" = "offset" + $1::interval', [interval])
    },
    close: async () => {
      await server.close()
      await context.close()
      await database.drop()
    },
  }
}

/** Calls a server at an address of its own; with the lines of its log, an error says more. */
export const callAt =
  (url: string, log: readonly string[] = []): TestApp['call'] =>
  (endpoint, input, options) =>
    call(url, log, endpoint, input, options)

async function call<E extends Endpoint>(
  url: string,
  log: readonly string[],
  endpoint: E,
  input: Record<string, unknown>,
  { as, headers = {} }: CallOptions = {},
): Promise<Output<E>> {
  const pick = (schema: Endpoint['params']) => Object.keys(schema?.def.shape ?? {})
  const elsewhere = new Set([
    ...(endpoint.upload ? ['bytes'] : []),
    ...pick(endpoint.params),
    ...pick(endpoint.headers),
    ...(endpoint.body ? pick(endpoint.query) : []),
  ])
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !elsewhere.has(name)))
  const query = endpoint.body ? Object.fromEntries(pick(endpoint.query).map((name) => [name, input[name]])) : rest
  const search = new URLSearchParams(texts(query)).toString()
  const sent = texts(Object.fromEntries(pick(endpoint.headers).map((name) => [name, input[name]])))
  const file = endpoint.upload && (input.bytes as Uint8Array<ArrayBuffer>)
  const body = file ?? (endpoint.body && (endpoint.form ? new URLSearchParams(texts(rest)) : JSON.stringify(rest)))
  const response = await fetch(`${url}${pathOf(endpoint.path, 'izy', input)}${search && `?${search}`}`, {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      ...(endpoint.body && !endpoint.form ? { 'content-type': 'application/json' } : {}),
      ...(as ? { authorization: `Bearer ${as}` } : {}),
      ...sent,
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  if (response.status >= 400) {
    const problem = (await response.json()) as ProblemBody
    throw new ApiProblem(problem, problem.status === 500 ? lastError(log) : '')
  }
  return (await answerOf(endpoint, response)) as Output<E>
}

/** Values of a query, form or header, without undefined ones. */
const texts = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, `${value as string | number | boolean}`]],
    ),
  )

async function answerOf({ output }: Endpoint, response: Response): Promise<unknown> {
  if (output === null) return undefined
  if (output === 'redirect') return response.headers.get('location')
  if (output === 'events') return response.body?.cancel()
  if (output !== 'file') return response.json()
  const fileName = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  return {
    contentType: response.headers.get('content-type') ?? '',
    fileName,
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
}

const lastError = (log: readonly string[]): string => log.findLast((line) => /"level":"(error|warn)"/.test(line)) ?? ''
