import { statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import nodemailer from 'nodemailer'
import type { PortalHealth } from '#contract/operator.ts'
import type { Config } from './config.ts'
import { type Db, diskFullAt } from './database/db.ts'
import { sql, type SQL } from './database/sql.ts'
import { managementApi } from './domains/payments/index.ts'

/** @returns what is wrong and what to do, or null */
type Check = () => Promise<string | null>

/**
 * Checks of external components, the machine and the settings for `/readyz` and `npm run doctor`. They change nothing.
 * @param db whose clock is compared, too
 */
export const healthChecks = (config: Config, db: Db | null) =>
  ({
    database: () => checkWrites(db),
    identity: () => checkIssuer(config.oidc.issuer),
    gateway: () => checkGateway('FREEPAY_GATEWAY_URL', `${config.freepay.gatewayUrl}/api/payment`, 'POST'),
    management: () =>
      checkGateway('FREEPAY_MANAGEMENT_URL', `${managementApi(config.freepay)}/authorization/${NOBODYS}`, 'GET'),
    mail: () => checkMail(config.mail.smtpUrl),
    variables: async () => config.misspelled,
    clock: () => checkClock(config.oidc.issuer, db),
    disk: async () =>
      (await checkDisk([os.tmpdir(), portalFolder, ...(config.databaseUrl ? [] : [config.dataDir])])) ?? databaseDisk(),
    ...(config.publicUrl.startsWith('https:') && { certificate: () => checkCertificate(config.publicUrl) }),
  }) satisfies { [Name in PortalHealth['parts'][number]['name']]?: Check }

const PATIENCE = 5000

/** A failover may leave a server with the address of what is now a standby. */
async function checkWrites(db: Db | null): Promise<string | null> {
  const readOnly = await askDatabase(db, sql<boolean>`current_setting('transaction_read_only') = 'on'`)
  if (!readOnly) return null
  return 'DATABASE_URL: this database takes no writes (a standby, or default_transaction_read_only is on): use the address of the primary'
}

/** @returns the answer, or null from a database that does not answer, which makes a server unready anyway */
async function askDatabase<T>(db: Db | null, question: SQL<T>): Promise<T | null> {
  const asked = await db?.execute<{ answer: T }>(sql`select ${question} as answer`).catch(() => null)
  return asked?.rows[0]?.answer ?? null
}

const NOBODYS = '00000000-0000-0000-0000-000000000000'

/** The provider's discovery document must name the configured issuer, and its keys must be readable. */
async function checkIssuer(issuer: string): Promise<string | null> {
  const about = (what: string) => `OIDC_ISSUER: ${what}`
  const discovery = await askJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (typeof discovery === 'string') return about(`${discovery}: correct the address, or ask whoever runs the provider`)
  if (discovery.issuer !== issuer)
    return about(`the provider calls itself ${String(discovery.issuer)}: set it to exactly that`)
  const keys = await askJson(String(discovery.jwks_uri))
  if (typeof keys === 'string') return about(`the provider's keys are not to be had: ${keys}`)
  return null
}

/** @returns the JSON at the address, or what is wrong */
async function askJson(url: string): Promise<Record<string, unknown> | string> {
  if (!URL.canParse(url)) return `'${url}' is no address`
  const response = await ask(url, { headers: { accept: 'application/json' } })
  if (typeof response === 'string') return response
  if (!response.ok) return `${url} answers ${response.status}`
  return response.json().then(
    (answer) => answer as Record<string, unknown>,
    () => `${url} answers with something else than JSON`,
  )
}

/** Without a key the gateway answers 400, 401 or 403; anything else is at the wrong address. */
async function checkGateway(variable: string, url: string, method: 'GET' | 'POST'): Promise<string | null> {
  const body = method === 'POST' ? { body: '{}' } : {}
  const response = await ask(url, { method, headers: { 'content-type': 'application/json' }, ...body })
  if (typeof response === 'string')
    return `${variable}: ${response}: correct the address, or see whether the gateway is down`
  await response.body?.cancel()
  const { status } = response
  if (status >= 500 || status === 429) return `${variable}: the gateway answers ${status}: ask whoever runs it`
  if ([400, 401, 403].includes(status)) return null
  return `${variable}: what answers at ${new URL(url).origin} (${status}) is not the gateway: correct the address`
}

async function ask(url: string, init: RequestInit): Promise<Response | string> {
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) })
  } catch (error) {
    return `${new URL(url).host} does not answer (${reasonOf(error)})`
  }
}

/** Connects, starts TLS and signs in, without sending a mail. */
async function checkMail(smtpUrl: string): Promise<string | null> {
  const { host } = new URL(smtpUrl)
  const limits = {
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    dnsTimeout: PATIENCE,
  }
  const transport = nodemailer.createTransport({ url: smtpUrl, ...limits })
  try {
    await transport.verify()
    return null
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === 'EAUTH') return `SMTP_URL: ${host} refuses the user or the password: correct them`
    return `SMTP_URL: ${host} takes no mail (${reason}): correct the address, or see whether the mail server is down`
  } finally {
    transport.close()
  }
}

/** The error code, such as ECONNREFUSED; never the message, which may contain what was sent. */
function reasonOf(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one.name === 'TimeoutError') return 'no answer within 5 s'
    const { code } = one as NodeJS.ErrnoException
    if (code && code !== 'ESOCKET') return code
    const found = /\b(E[A-Z]{4,}|[A-Z]+_CERT[A-Z_]*|UNABLE_TO_[A-Z_]+)\b/.exec(one.message)?.[1]
    if (found) return found
  }
  return 'the connection failed'
}

/** Seconds. Sign-ins begin to fail at 60; a `Date` header is a second old at most. */
const CLOCK_TOLERANCE = 10

/** Compares this machine's clock with the sign-in provider's, which dates its tokens, and with the database's. */
export async function checkClock(issuer: string, db: Db | null, now = Date.now): Promise<string | null> {
  const asked = now()
  const response = await fetch(issuer, { method: 'HEAD', signal: AbortSignal.timeout(PATIENCE) }).catch(() => null)
  const theirs = Date.parse(response?.headers.get('date') ?? '')
  const withIssuer = Number.isNaN(theirs) ? null : clockFault(theirs, "the sign-in provider's", asked, now())
  if (withIssuer) return withIssuer
  const askedDatabase = now()
  const databases = await askDatabase(db, sql<Date>`clock_timestamp()`)
  return databases && clockFault(new Date(databases).getTime(), "the database's", askedDatabase, now())
}

/**
 * Compares another clock's time with this machine's before and after it was read, all in milliseconds.
 * @returns the sentence, or null when the clocks agree
 */
export function clockFault(theirs: number, whose: string, asked = Date.now(), answered = Date.now()): string | null {
  const nearest = Math.min(Math.max(theirs, asked), answered)
  const seconds = Math.round((nearest - theirs) / 1000)
  if (Math.abs(seconds) <= CLOCK_TOLERANCE) return null
  const far = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'}`
  return `this machine's clock is ${far} ${whose}: let a time service such as chrony set both`
}

const portalFolder = path.resolve(import.meta.dirname, '..')

const GIGABYTE = 1e9
/** A file system in memory, as containers often have it at /tmp. */
const TMPFS = 0x01021994

/** @param least bytes that must be free */
export async function checkDisk(folders: readonly string[], least = GIGABYTE): Promise<string | null> {
  for (const folder of folders) {
    const { bavail, bsize, type } = await statfs(folder)
    const free = bavail * bsize
    if (type !== TMPFS && free < least)
      return `${folder}: ${(free / GIGABYTE).toFixed(1)} GB are free: delete what is not needed, or enlarge the disk`
  }
  return null
}

/** Milliseconds after which a refusal of the database no longer says that its disk is full. */
const FULL_FOR = 60_000

function databaseDisk(): string | null {
  const at = diskFullAt()
  if (at === undefined || performance.now() - at > FULL_FOR) return null
  return "the database's disk is full: nothing can be sold until it has room; delete old backups or logs there, or enlarge it"
}

const DAY = 86_400_000
const RENEWED_DAYS_BEFORE = 14

/** The certificate of the public address. An address that this machine cannot reach is not judged. */
export async function checkCertificate(publicUrl: string, ca?: string, now = Date.now()): Promise<string | null> {
  const { hostname, port } = new URL(publicUrl)
  const found = await certificateOf(hostname, Number(port || 443), ca)
  if (found === null) return null
  if (found.refusal)
    return `the certificate of ${hostname} is refused (${found.refusal}): browsers show a warning instead of the portal`
  const days = Math.floor((found.until - now) / DAY)
  if (days >= RENEWED_DAYS_BEFORE) return null
  return `the certificate of ${hostname} ends in ${days} ${days === 1 ? 'day' : 'days'}: see why it is not renewed`
}

const certificateOf = (host: string, port: number, ca?: string) =>
  new Promise<{ until: number; refusal: string | null } | null>((resolve) => {
    const socket = tls.connect(
      { host, port, servername: host, rejectUnauthorized: false, ...(ca ? { ca } : {}) },
      () => {
        const until = Date.parse(socket.getPeerCertificate().valid_to)
        const refusal = socket.authorized ? null : String(socket.authorizationError)
        resolve(Number.isNaN(until) ? null : { until, refusal })
        socket.destroy()
      },
    )
    socket.setTimeout(PATIENCE, () => socket.destroy())
    socket.on('error', () => resolve(null))
    socket.on('close', () => resolve(null))
  })
