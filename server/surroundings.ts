import { statfs } from 'node:fs/promises'
import os from 'node:os'
import tls from 'node:tls'
import type { Check } from './components.ts'
import type { Config } from './config.ts'
import { type Db, diskFullAt } from './database/db.ts'
import { sql } from './database/sql.ts'

/**
 * Checks of the machine, the clock and the settings, by their names in `/readyz`. They change nothing.
 * @param db whose clock is compared, too
 */
export const surroundingChecks = (config: Config, db: Db | null) =>
  ({
    variables: async () => config.misspelled,
    clock: () => checkClock(config.oidc.issuer, db),
    disk: async () =>
      (await checkDisk([os.tmpdir(), ...(config.databaseUrl ? [] : [config.dataDir])])) ?? databaseDisk(),
    ...(config.publicUrl.startsWith('https:') && { certificate: () => checkCertificate(config.publicUrl) }),
  }) satisfies Record<string, Check>

const PATIENCE = 5000

/** Seconds. Sign-ins begin to fail at 60; a `Date` header is a second old at most. */
const CLOCK_TOLERANCE = 10

/** Compares this machine's clock with the sign-in provider's, which dates its tokens, and with the database's. */
export async function checkClock(issuer: string, db: Db | null, now = Date.now): Promise<string | null> {
  const asked = now()
  const response = await fetch(issuer, { method: 'HEAD', signal: AbortSignal.timeout(PATIENCE) }).catch(() => null)
  const theirs = Date.parse(response?.headers.get('date') ?? '')
  const withIssuer = Number.isNaN(theirs) ? null : clockFault(theirs, "the sign-in provider's", asked, now())
  if (withIssuer || !db) return withIssuer
  const askedDatabase = now()
  const { rows } = await db.execute<{ now: Date }>(sql`select clock_timestamp() as now`)
  return clockFault(new Date(rows[0]!.now).getTime(), "the database's", askedDatabase, now())
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

const GIGABYTE = 1e9

/** @param least bytes that must be free */
export async function checkDisk(folders: readonly string[], least = GIGABYTE): Promise<string | null> {
  for (const folder of folders) {
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    if (free < least)
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
