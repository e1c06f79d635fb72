import { noReplica } from '#server/database/replica.ts'
import { addPages, type Pages } from '#server/http/pages/pages.ts'
import { createLog } from '#server/http/log.ts'
import { listen } from '#server/http/listen.ts'
import { createMetrics } from '#server/http/metrics.ts'
import type { Route } from '#server/http/route.ts'
import { createHttp } from '#server/http/server.ts'
import type { Identity } from '#server/identity/identity.ts'
import { parseRoles } from '#contract/token-roles.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export interface TestHttp {
  readonly url: string
  readonly database: TestDatabase
  readonly log: readonly string[]
  close(): Promise<void>
}

export interface TestHttpOptions {
  readonly checkOutput?: boolean
  readonly trustProxy?: number
  readonly port?: number
  readonly drainSeconds?: number
  readonly metricsForAll?: boolean
  readonly readsPerMinute?: number
  readonly pages?: Partial<Pages>
}

/**
 * The HTTP server with a test's own routes. The token `anna` is Anna's; `anna as org:ALL|role:SUPER_ADMIN` gives her a role; `stranger` is
 * a sign-in without a member, `disabled` a disabled member. Any other token is invalid.
 */
export async function createTestHttp(routes: readonly Route[], options: TestHttpOptions = {}): Promise<TestHttp> {
  const {
    checkOutput = true,
    trustProxy = 0,
    port = 0,
    drainSeconds = 0,
    metricsForAll = true,
    readsPerMinute = 600,
    pages,
  } = options
  const database = await createTestDatabase()
  const { db } = database
  const log: string[] = []
  const publicUrl = 'http://portal.example'
  const { app, health } = await createHttp({
    product: 'izy',
    db,
    reserved: db,
    replica: noReplica,
    log: createLog({ level: 'debug', destination: { write: (line) => void log.push(line) } }),
    checkOutput,
    routes,
    trustProxy,
    publicUrl,
    metrics: createMetrics({ db }),
    components: { names: [], faults: async () => ({}) },
    metricsForAll,
    readsPerMinute,
    verifyToken: async (token) => identityOf(token),
    findCaller: async (_db, { subject }) =>
      subject === 'stranger'
        ? null
        : {
            id: subject,
            enabled: subject !== 'disabled',
            acting: null,
            grants: [],
            impersonationOver: false,
            wroteAt: null,
          },
    recordCall: async () => {},
  })
  const origins = { publicUrl, issuer: 'https://login.example/realms/x', gatewayUrl: 'https://gw.example/pay' }
  const none = {
    index: () => '',
    build: '',
    patterns: [],
    statusOf: () => 200,
    config: { oidcIssuer: origins.issuer } as Pages['config'],
    previews: [],
  }
  addPages(app, { ...origins, ...none, ...pages })
  const server = await listen(app, health, { host: '127.0.0.1', port, drainSeconds })
  return {
    url: `http://127.0.0.1:${server.port}`,
    database,
    log,
    close: async () => {
      await server.close()
      await database.drop()
    },
  }
}

function identityOf(token: string): Identity | null {
  const [who = '', minutes = '0'] = decodeURIComponent(token).split('+before+')
  const [subject = '', role = ''] = who.split('+as+')
  if (!['anna', 'stranger', 'disabled'].includes(subject)) return null
  const rest = {
    email: null,
    emailVerified: false,
    givenName: '',
    familyName: '',
    name: '',
    phone: '',
    sessionId: null,
    signedInAt: minutes === 'unknown' ? null : new Date(Date.now() - Number(minutes) * 60_000),
    expiresAt: new Date('2100-01-01'),
  }
  return { issuer: 'test', subject, roles: parseRoles([role.replaceAll('~', '|').replaceAll('=', ':')]), ...rest }
}
