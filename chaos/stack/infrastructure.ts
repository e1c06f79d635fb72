import path from 'node:path'
import { freePort } from '#server/testing/outside/free-port.ts'
import { startTcpProxy, type TcpProxy } from '#server/testing/outside/tcp-proxy.ts'
import { startChild, type Child } from './child.ts'
import { openSql, startPostgres, type Postgres } from './postgres.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** PostgreSQL and the simulators, with proxies that can break the connections to them. */
export interface Infrastructure {
  readonly postgres: Postgres
  readonly simulators: Child
  readonly simulatorsUrl: string
  readonly lines: Readonly<Record<Line, TcpProxy>>
  /** The environment of the portal's processes. @param database created when it does not exist */
  environmentFor(database: string): Promise<Record<string, string>>
  stop(): Promise<void>
}

export type Line = 'database' | 'gateway' | 'mail'

const repository = path.resolve(import.meta.dirname, '../..')

export const SECRETS_KEY = 'a-key-of-the-fault-tests-and-of-nothing-else'

export async function startInfrastructure(): Promise<Infrastructure> {
  const folder = temporaryFolder('portal-chaos-')
  const dataDir = folder.path
  const postgres = await startPostgres(dataDir)
  const [port, smtpPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const simulators = startChild({
    name: 'simulators',
    file: path.join(repository, 'simulators/main.ts'),
    env: {
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      SIMULATORS_PORT: String(port),
      SIMULATORS_SMTP_PORT: String(smtpPort),
      SIMULATORS_URL: url,
      PUBLIC_URL: 'http://127.0.0.1',
      SIMULATORS_ACCESS_TOKEN_TTL: '86400',
      SIMULATORS_CALLBACK_TIME_SCALE: '0.1',
      SIMULATORS_LOST_ANSWER_MS: '200',
    },
    isReady: (said) => said.includes('Start the portal'),
  })
  await simulators.ready()
  const lines = {
    database: await startTcpProxy({ port: postgres.port }),
    gateway: await startTcpProxy({ port }),
    mail: await startTcpProxy({ port: smtpPort }),
  }
  const through = lines.gateway.through(`${url}/simulators/`)

  return {
    postgres,
    simulators,
    simulatorsUrl: url,
    lines,
    async environmentFor(database) {
      const { sql, close } = openSql(postgres.urlOf('postgres'))
      const [there] = await sql('select 1 from pg_database where datname = $1', [database])
      if (!there) await sql(`create database ${database}`)
      await close()
      return {
        NODE_ENV: 'test',
        TZ: 'UTC',
        DATABASE_URL: lines.database.through(postgres.urlOf(database)),
        OIDC_ISSUER: `${url}/realms/izy`,
        FREEPAY_GATEWAY_URL: `${through}card-gateway/gw`,
        FREEPAY_MANAGEMENT_URL: `${through}card-gateway/mw/api/v2`,
        SMTP_URL: `smtp://127.0.0.1:${lines.mail.port}`,
        WHATSAPP_URL: `${through}whatsapp/v23.0/100000000000001`,
        WHATSAPP_TOKEN: 'whatsapp',
        SECRETS_KEY,
      }
    },
    async stop() {
      await Promise.all(Object.values(lines).map((line) => line.close()))
      await simulators.stop()
      await postgres.stop()
      folder.remove()
    },
  }
}
