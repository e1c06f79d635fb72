/**
 * `npm run doctor` checks the settings, addresses, keys, permissions, clock, disk and certificate of an installation. It prints one line per
 * check: faults and how to fix them first, then notes, then what is fine. It only reads, so it can run beside a portal, which it then asks, too,
 * and it does not need a database. It exits with 1 if it found a fault.
 */
import { createServer } from 'node:net'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { clockFault, healthChecks } from '#server/health-checks.ts'
import { examineConfig, type Config } from '#server/config.ts'
import { requireRealClock } from '#server/database/clock.ts'
import { closeDb, openDb, type Db } from '#server/database/db.ts'
import { accountFor, findProgram, VERSION } from '#server/database/embedded-program.ts'
import { requireReadableSecrets } from '#server/database/encrypted-columns.ts'
import { waitForDatabase } from '#server/database/wait-for-database.ts'
import { readApplied, requireKnownMigrations } from '#server/database/migrate.ts'
import { openBucket } from '#server/documents/bucket.ts'
import { createFileStore } from '#server/documents/file-store.ts'
import { openReplica } from '#server/database/replica.ts'
import { createSecrets, type Secrets } from '#server/database/secrets.ts'
import { freepayGateway, GatewayRefused, KEY_PURPOSE } from '#server/domains/payments/index.ts'

const lines = { FAULT: [] as string[], note: [] as string[], ok: [] as string[] }
const say = (kind: keyof typeof lines) => (subject: string, text: string) =>
  void lines[kind].push(`${kind.padEnd(6)} ${subject.padEnd(24)} ${text}`)
const well = say('ok')
const note = say('note')
const fault = say('FAULT')

/** Reports the message of an error in `work`. All errors here say what to do. */
async function look(subject: string, work: () => Promise<string> | string): Promise<boolean> {
  try {
    well(subject, await work())
    return true
  } catch (error) {
    fault(subject, sentenceOf(error as Error).replace(new RegExp(`^${subject}:? `), ''))
    return false
  }
}

const { config, read } = examineConfig({ ...process.env, ...placeholders(process.env) })
const wrong = new Set(read.wrong.map(({ name }) => name))
const files = createFileStore(config.files && openBucket(config.files), { write: false })

/** Outside production `npm start` uses simulators for components that are not set. */
function placeholders(env: NodeJS.ProcessEnv): Record<string, string> {
  return env.NODE_ENV === 'production' || env.SIMULATORS_URL ? {} : { SIMULATORS_URL: 'http://127.0.0.1' }
}

/** PostgreSQL's own message, which says more than the failed query's. */
const sentenceOf = ({ message, cause }: Error): string =>
  message.startsWith('Failed query') && cause instanceof Error
    ? `PostgreSQL says: ${cause.message}. Let the portal's user own the database`
    : message

async function checkMachine(): Promise<void> {
  if (!config.production) note('NODE_ENV', 'is not production: what is missing is simulated by npm start')
  await look('Node', () => {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
    if (major > 22 || (major === 22 && minor >= 18)) return process.versions.node
    throw new Error(`${process.versions.node} is too old: install Node 24 from https://nodejs.org`)
  })
  await look('web app', () => {
    if (!config.production || existsSync(path.resolve('dist/web/index.html'))) return 'is there, or made by the start'
    throw new Error('is not built: npm run build')
  })
}

/** The folder of the embedded PostgreSQL must be writable, or possible to create. */
async function dataFolder(dataDir: string): Promise<string> {
  const program = await findProgram()
  if (existsSync(dataDir)) accountFor({ program, dataDir, folder: path.join(dataDir, `pg${VERSION}`) })
  let place = dataDir
  while (!existsSync(place)) place = path.dirname(place)
  try {
    accessSync(place, constants.W_OK)
  } catch {
    throw new Error(`this user may not write to ${place}: choose another folder, or start as its owner`)
  }
  return `${dataDir} can be used`
}

/** One line for each variable, without values, because some are secret. */
function checkVariables(): void {
  for (const name of read.names) {
    const found = read.wrong.filter((one) => one.name === name)
    for (const { what } of found) fault(name, what)
    if (found.length === 0) well(name, process.env[name]?.trim() ? 'is set' : 'is not set: the default')
  }
}

async function checkAddresses(): Promise<void> {
  const { production, port, host } = config
  if (!wrong.has('PORT')) await look('PORT', () => portIsFree(port, host))
  if (production && !wrong.has('PUBLIC_URL')) await checkPublicUrl()
  const variables = {
    identity: 'OIDC_ISSUER',
    gateway: 'FREEPAY_GATEWAY_URL',
    management: 'FREEPAY_MANAGEMENT_URL',
    mail: 'SMTP_URL',
  } as const
  const checks = healthChecks(config, null)
  for (const [name, variable] of Object.entries(variables)) {
    if (wrong.has(variable)) continue
    if (!production && !process.env[variable] && !process.env.SIMULATORS_URL) {
      well(variable, 'npm start brings a simulator')
      continue
    }
    await lookAt(variable, checks[name as keyof typeof variables], 'answers as it should')
  }
  if (config.files && !wrong.has('FILES_BUCKET_URL'))
    await lookAt('FILES_BUCKET_URL', () => files.fault(null), 'the bucket answers')
  await lookAt('names of settings', checks.variables, 'none is misspelt')
  await lookAt('disk', checks.disk, 'has room')
  if (production && !wrong.has('OIDC_ISSUER')) await lookAt('clock', checks.clock, "agrees with the sign-in provider's")
  if (production && checks.certificate)
    await lookAt('certificate', checks.certificate, 'is valid for two weeks or more')
}

const lookAt = (subject: string, check: () => Promise<string | null>, good: string) =>
  look(subject, async () => {
    const found = await check()
    if (found !== null) throw new Error(found)
    return good
  })

/** A portal that already runs on the port is no fault. */
async function portIsFree(port: number, host: string): Promise<string> {
  const code = await new Promise<string | undefined>((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    probe.listen({ port, host }, () => probe.close(() => resolve(undefined)))
  })
  if (code === undefined) return `${port} is free`
  if (code === 'EACCES') throw new Error(`${port} is for root only: choose one above 1023`)
  if (await isPortal(onThisMachine(port)).catch(() => false)) return `a portal runs at ${port}`
  throw new Error(`${port} is in use (${code}): end the other program, or choose another port`)
}

const onThisMachine = (port: number): string =>
  `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${port}`

async function isPortal(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(5000) })
  return response.ok && (await response.text()) === '{"alive":true}'
}

async function checkPublicUrl(): Promise<void> {
  const { host } = new URL(config.publicUrl)
  try {
    if (await isPortal(config.publicUrl)) well('PUBLIC_URL', `the portal answers at ${host}`)
    else
      fault(
        'PUBLIC_URL',
        `something else answers at ${host}: let your proxy pass it on to the portal, and start the portal`,
      )
  } catch (error) {
    const { code = '', message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
    if (code === 'ECONNREFUSED') note('PUBLIC_URL', `nobody answers at ${host} yet: start your proxy`)
    else
      fault(
        'PUBLIC_URL',
        `${host} cannot be reached (${code || message}): see its name, its certificate and your proxy`,
      )
  }
}

async function checkDatabase(url: string): Promise<void> {
  const met = await look('DATABASE_URL', async () => {
    await waitForDatabase(url, { patience: 0 })
    return 'PostgreSQL answers, keeps sessions and takes writes'
  })
  if (!met) return
  const client = new pg.Client({ connectionString: url, application_name: 'portal doctor', query_timeout: 5000 })
  client.on('error', () => {})
  await client.connect()
  const db = openDb(url, { name: 'portal doctor', size: 1, connectionTimeout: 5000 })
  try {
    await checkServer(client)
    const { rows } = await client.query<{ name: string | null }>(
      `select to_regclass('portal_migrations')::text as name`,
    )
    if (rows[0]!.name === null) note('tables', 'none yet: the first start makes them')
    else await checkContents(client, db)
  } catch (error) {
    fault('DATABASE_URL', `a question could not be answered: ${(error as Error).message}`)
  } finally {
    await closeDb(db)
    await client.end()
  }
}

/** Watches the replica as the portal does, until it is up to date or for three seconds. */
async function checkReplica(url: string, readUrl: string): Promise<void> {
  const primary = openDb(url, { name: 'portal doctor', size: 1, connectionTimeout: 5000 })
  const replica = openReplica({ url: readUrl, primary, reserved: primary })
  const watched = async () => {
    const end = performance.now() + 3000
    while ((replica.age ?? Infinity) > 1 && performance.now() < end) await wait(100)
    return replica.fault()
  }
  await lookAt('DATABASE_READ_URL', watched, 'the replica is less than a second old')
  await replica.close()
  await closeDb(primary)
}

/** The ports of `ops` for monitoring, where the variables of one process name none. */
const MONITORING = { server: 9464, worker: 9465 }

/**
 * Adds what only running processes know, by the calls and mails that they had. Their ports for monitoring say why; the public address
 * of a portal on other machines only says what.
 */
async function checkRunning(): Promise<void> {
  const origins = [config.metricsPort || MONITORING.server, config.workerPort || MONITORING.worker].map(onThisMachine)
  if (config.production && !wrong.has('PUBLIC_URL')) origins.push(config.publicUrl)
  const found = new Map<string, string>()
  for (const origin of origins) {
    const { degraded = [], reasons = {} } = await readiness(origin).catch((): Readiness => ({}))
    for (const part of degraded)
      if (!found.has(part)) found.set(part, reasons[part] ?? 'is degraded: the log of the running portal says why')
  }
  for (const [part, reason] of found) {
    const [, subject = part, text = reason] = /^([A-Z_]+): (.*)$/s.exec(reason) ?? []
    const isKnown = (line: string) => line.startsWith(`FAULT  ${subject} `) || line.endsWith(text)
    if (!lines.FAULT.some(isKnown)) fault(subject, text)
  }
}

interface Readiness {
  readonly degraded?: readonly string[]
  readonly reasons?: Readonly<Record<string, string>>
}

const readiness = (origin: string) =>
  fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) }).then((answer) => answer.json() as Promise<Readiness>)

/** The connections of a server and a worker, and some to spare. */
const CONNECTIONS = 17 + 24 + 20

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<
    Record<'version' | 'encoding' | 'sync', string> & { may: boolean; room: number; now: Date; lacking: string[] }
  >(`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
      current_setting('synchronous_commit') as sync, clock_timestamp() as now,
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may,
      (select min(most) from unnest(array[current_setting('max_connections')::int,
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database())]) as most) as room,
      (select coalesce(array_agg(wanted), '{}') from unnest(array['pg_trgm', 'btree_gin']) as wanted
        where wanted not in (select name from pg_available_extensions)) as lacking`)
  const { version, encoding, sync, may, room, now, lacking } = rows[0]!
  const judge = (subject: string, holds: boolean, good: string, bad: string) =>
    holds ? well(subject, good) : fault(subject, bad)
  judge(
    'database version',
    Number(version) >= 150_000,
    `PostgreSQL ${Math.floor(Number(version) / 10_000)}`,
    'PostgreSQL 15 or newer is needed',
  )
  judge(
    'database encoding',
    encoding === 'UTF8',
    encoding,
    `is ${encoding}: make the database anew with encoding 'UTF8'`,
  )
  judge(
    'database rights',
    may,
    'may make tables',
    'this user may not make tables: let it own the database (alter database … owner to …)',
  )
  judge(
    'database extensions',
    lacking.length === 0,
    'pg_trgm and btree_gin are there',
    `${lacking.join(' and ')} cannot be made: install PostgreSQL's contrib modules, or have them allowed`,
  )
  judge(
    'database connections',
    room >= CONNECTIONS,
    `${room} at most`,
    `${room} at most: one server and one worker want ${CONNECTIONS}, see max_connections in docs/operate.md`,
  )
  judge('synchronous_commit', sync !== 'off', sync, 'is off: a crash loses orders that were acknowledged; switch it on')
  await lookAt('database clock', async () => clockFault(now.getTime(), "the database's"), "agrees with this machine's")
}

async function checkContents(client: pg.Client, db: Db): Promise<void> {
  await look('migrations', async () => {
    const applied = await readApplied(client)
    requireKnownMigrations(applied)
    return `${applied.length} have run`
  })
  await look('portal clock', async () => {
    await requireRealClock(db)
    return 'runs with the real one'
  })
  if (!config.files) await lookAt('FILES_BUCKET_URL', () => files.fault(db), 'no file is in a bucket')
  if (wrong.has('SECRETS_KEY') || wrong.has('SECRETS_KEY_PREVIOUS')) return
  const secrets = createSecrets(config.secretsKey, config.secretsKeyPrevious)
  const readable = await look('SECRETS_KEY', async () => {
    await requireReadableSecrets(db, secrets)
    return 'reads what the database holds'
  })
  if (readable && !wrong.has('FREEPAY_MANAGEMENT_URL')) await checkGatewayKeys(client, secrets, config)
}

const NOBODYS = '00000000-0000-0000-0000-000000000000'

/** Requests an unknown payment with each club's key. */
async function checkGatewayKeys(client: pg.Client, secrets: Secrets, { freepay }: Config): Promise<void> {
  const { rows } = await client.query<{ club: string; text: string }>(
    `select o.key as club, p.key_encrypted as text from payment_configurations p join organisations o on o.id = p.org_id
     where p.enabled and p.key_encrypted <> '' order by 1 limit 100`,
  )
  const gateway = freepayGateway(freepay)
  for (const { club, text } of rows) {
    const key = secrets.decrypt(KEY_PURPOSE, text)
    const answer = await gateway.readAuthorization(key, NOBODYS).catch((error: unknown) => error)
    if (answer instanceof GatewayRefused && answer.keyRefused)
      fault(`key of ${club}`, `the gateway refuses it: npm run gateway-key -- ${club} < key.txt`)
    else if (answer instanceof Error) note(`key of ${club}`, 'the gateway could not be asked')
    else well(`key of ${club}`, 'the gateway takes it')
  }
}

await checkMachine()
checkVariables()
await checkAddresses()
if (config.databaseUrl === null && !config.production) await look('DATA_DIR', () => dataFolder(config.dataDir))
if (config.databaseUrl !== null && !wrong.has('DATABASE_URL')) {
  await checkDatabase(config.databaseUrl)
  if (config.databaseReadUrl && !wrong.has('DATABASE_READ_URL'))
    await checkReplica(config.databaseUrl, config.databaseReadUrl)
}
await checkRunning()
const faults = lines.FAULT.length
for (const line of Object.values(lines).flat()) console.log(line)
console.log(faults === 0 ? '\nNothing is wrong.' : `\n${faults} ${faults === 1 ? 'fault' : 'faults'}.`)
process.exit(faults === 0 ? 0 : 1)
