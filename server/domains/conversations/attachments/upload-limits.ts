import { inTransaction, type Db } from '#server/database/db.ts'
import { networkOf } from '#server/http/limits/rate.ts'
import { count, keyOf, requireLeft, uncount } from '#server/http/limits/rate-windows.ts'
import { Problem } from '#server/http/problem.ts'
import type { AttachmentOwner } from '../threads.ts'

/** Kilobytes uploaded per day, kept or not. A household shares one address; a pass is for one message. */
const PER_MEMBER = 200_000
const PER_ADDRESS = 100_000
const PER_PASS = 30_000

const DAY = 86_400

/** Files processed per pass, including refused and removed ones. */
const TRIES = 20

const HOUR = 3600

/** Who uploads; visitors with their address. */
export type Uploader = { readonly memberId: string } | { readonly passHash: string; readonly ip: string }

/** An amount, such as kilobytes, that may be used up in a time window. */
interface Allowance {
  readonly what: string
  readonly id: string
  readonly most: number
}

const allowancesOf = (uploader: Uploader): Allowance[] =>
  'memberId' in uploader
    ? [{ what: 'upload', id: uploader.memberId, most: PER_MEMBER }]
    : [
        { what: 'visitor upload', id: networkOf(uploader.ip), most: PER_ADDRESS },
        { what: 'pass upload', id: uploader.passHash, most: PER_PASS },
      ]

const triesOf = (uploader: Uploader): Allowance[] =>
  'memberId' in uploader ? [] : [{ what: 'pass upload try', id: uploader.passHash, most: TRIES }]

export const ownerOf = (uploader: Uploader): AttachmentOwner =>
  'memberId' in uploader ? { memberId: uploader.memberId } : { passHash: uploader.passHash }

const kilobytes = (bytes: number) => Math.max(1, Math.ceil(bytes / 1000))

/**
 * Checks before a file is read whether it is within the limits. Throws `upload_limit`, with the time at which it
 * ends, and `too_many_requests`.
 */
export async function requireRoom(db: Db, uploader: Uploader, bytes: number): Promise<void> {
  await requireAllowed(db, triesOf(uploader), 1, HOUR)
  await asLimit(requireAllowed(db, allowancesOf(uploader), kilobytes(bytes), DAY))
}

/**
 * Processes a file and counts it whatever the outcome, unless the server was too busy. Also throws `upload_limit` and
 * `too_many_requests`.
 */
export async function countFile<T>(db: Db, uploader: Uploader, bytes: number, look: () => Promise<T>): Promise<T> {
  const [tries, room] = [triesOf(uploader), allowancesOf(uploader)]
  if (tries.length > 0) await consume(db, tries, 1, HOUR)
  await asLimit(consume(db, room, kilobytes(bytes), DAY))
  try {
    return await look()
  } catch (error) {
    if (error instanceof Problem && error.code === 'unavailable') {
      await returnUnused(db, tries, 1)
      await returnUnused(db, room, kilobytes(bytes))
    }
    throw error
  }
}

async function asLimit(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Problem && error.code === 'too_many_requests')) throw error
    throw new Problem('upload_limit', { ...error.options })
  })
}

const limitOf = ({ what, id, most }: Allowance) => ({ key: keyOf(`${what}\0of ${id}`), limit: most })

/** Uses up an amount of every allowance, or of none. Throws `too_many_requests`. */
const consume = (db: Db, allowances: readonly Allowance[], amount: number, seconds: number): Promise<void> =>
  inTransaction(db, (tx) => count(tx, allowances.map(limitOf), seconds, amount))

/** Checks the limits without counting. */
async function requireAllowed(
  db: Db,
  allowances: readonly Allowance[],
  amount: number,
  seconds: number,
): Promise<void> {
  for (const allowance of allowances) await requireLeft(db, limitOf(allowance), seconds, amount)
}

/** Returns an amount that was used up in vain. */
async function returnUnused(db: Db, allowances: readonly Allowance[], amount: number): Promise<void> {
  for (const allowance of allowances) await uncount(db, limitOf(allowance).key, amount)
}
