import {
  couponFields,
  CouponFields,
  type CouponProblem,
  isUsableCode,
  type OfficeCoupon,
  problemsOfCoupon,
} from '#contract/events/office-coupons.ts'
import type { OfficeEvent } from '#contract/audit/history.ts'
import type { Tx } from '#server/database/db.ts'
import { changesOf, columnsOf, flatOf, skippedTimes } from '#server/database/fields.ts'
import { newId } from '#server/database/new-id.ts'
import { coupons, events } from '#server/database/schema/index.ts'
import { and, asc, eq, inArray, or, sql } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem, refuseIfChanged } from '#server/http/problem.ts'
import type { EventClub } from '../office/edited-event.ts'
import { couponCodeOf, keyOfCode, maskedCode, newCouponCode } from './find-coupon.ts'
import { fieldsOf, selectCategoryKeys, showOfficeCoupon } from './office-coupons.ts'
import type { CouponRow } from './queries.ts'

const MOST_COUPONS = 20_000

type Caller = OfficeCaller<EventClub>
type New = CouponFields & {
  readonly code: string | null
  readonly count: number
  readonly token?: string | undefined
}

/** Creates a code, or a batch of codes that nobody can guess, for one use each. Sent again with its token, it answers with the first. */
export async function createCoupon(
  tx: Tx,
  caller: Caller,
  { code, count, token, ...input }: New,
): Promise<OfficeCoupon> {
  const { organisation } = caller
  const isBatch = count > 1
  const fields = fieldsIn(input, isBatch)
  const own = code && !isBatch ? shownCode(code) : null
  const unusable = own !== null && !isUsableCode(own)
  refuse([
    ...(unusable ? [{ path: 'code', fault: 'code_unusable' as const }] : []),
    ...problemsOfCoupon(fields),
    ...skipped(fields),
    ...(await unknown(tx, organisation.id, fields)),
  ])
  if ((await countCoupons(tx, organisation.id)) + count > MOST_COUPONS) throw new Problem('too_many_coupons')
  const ids = Array.from({ length: count }, () => newId()).toSorted()
  // Changed after an answer was lost, they are other codes.
  const codeAt = (at: number) => (token ? couponCodeOf(JSON.stringify([token, at, count, fields])) : newCouponCode())
  const made = await tx
    .insert(coupons)
    .values(
      ids.map((id, at) => ({
        id,
        orgId: organisation.id,
        code: own ?? codeAt(at),
        batchId: isBatch ? ids[0]! : null,
        ...columnsOf(couponFields, fields),
      })),
    )
    .onConflictDoNothing()
    .returning({ code: coupons.code })
  if (made.length === 0 && token && own === null) {
    const first = and(eq(coupons.orgId, organisation.id), eq(coupons.codeKey, keyOfCode(codeAt(0))))
    const [repeated] = await tx.select({ couponId: coupons.id }).from(coupons).where(first)
    return showOfficeCoupon(tx, caller, repeated!)
  }
  if (made.length < count) refuse([{ path: 'code', fault: 'code_taken' }])
  await recordOfficeChange(tx, caller, {
    name: isBatch ? 'coupon_batch_created' : 'coupon_created',
    thing: 'coupon',
    thingId: ids[0]!,
    label: isBatch ? fields.name.da : labelOf(fields.name.da, made[0]!.code),
    after: { ...(await withEvent(tx, flatOf(couponFields, fields))), ...(isBatch && { codes: count }) },
  })
  return showOfficeCoupon(tx, caller, { couponId: ids[0]! })
}

type Seen = { readonly couponId: string; readonly version: number }

/**
 * Saves a code, or all of a batch, under the lock on which its buyers wait: a use is counted before or after. Its limit does not go below
 * what is used and held, so that nobody who holds a use loses it.
 */
export async function saveCoupon(
  tx: Tx,
  caller: Caller,
  { couponId, version, ...input }: CouponFields & Seen,
): Promise<OfficeCoupon> {
  const rows = await lockCodes(tx, caller, { couponId, version })
  const [first] = rows as [CouponRow, ...CouponRow[]]
  const isBatch = first.batchId !== null
  const fields = fieldsIn(input, isBatch)
  refuse([
    ...problemsOfCoupon(fields),
    ...skipped(fields),
    ...(await unknown(tx, caller.organisation.id, fields)),
    ...(isBatch ? [] : await limitBelowUsed(tx, first, fields)),
  ])
  await update(tx, rows, columnsOf(couponFields, fields))
  const changes = changesOf(flatOf(couponFields, fieldsOf(first)), flatOf(couponFields, fields))
  if (changes)
    await record(tx, caller, first, 'coupon_changed', {
      before: await withEvent(tx, changes.before),
      after: await withEvent(tx, changes.after),
    })
  return showOfficeCoupon(tx, caller, { couponId })
}

/** Nobody uses it from now on. Orders that hold a use keep it. */
export const stopCoupon = (tx: Tx, caller: Caller, seen: Seen) => setEnabled(tx, caller, seen, false)

export const resumeCoupon = (tx: Tx, caller: Caller, seen: Seen) => setEnabled(tx, caller, seen, true)

async function setEnabled(tx: Tx, caller: Caller, seen: Seen, enabled: boolean): Promise<OfficeCoupon> {
  const rows = await lockCodes(tx, caller, seen)
  // A second press changes nothing.
  if (rows[0]!.enabled !== enabled) {
    await update(tx, rows, { enabled })
    await record(tx, caller, rows[0]!, enabled ? 'coupon_resumed' : 'coupon_stopped')
  }
  return showOfficeCoupon(tx, caller, seen)
}

/**
 * Locks a code, or the codes of a batch in the order of their ids, at the version that the office has seen. Throws `coupon_not_found`,
 * `changed_meanwhile` with the current one.
 */
async function lockCodes(tx: Tx, caller: Caller, { couponId, version }: Seen): Promise<CouponRow[]> {
  const rows = await tx
    .select()
    .from(coupons)
    .where(and(eq(coupons.orgId, caller.organisation.id), or(eq(coupons.id, couponId), eq(coupons.batchId, couponId))))
    .orderBy(asc(coupons.id))
    .for('no key update')
  const [first] = rows
  if (first?.id !== couponId) throw new Problem('coupon_not_found')
  await refuseIfChanged(first, version, () => showOfficeCoupon(tx, caller, { couponId }))
  return rows
}

const update = (tx: Tx, rows: readonly CouponRow[], columns: Partial<typeof coupons.$inferInsert>) =>
  tx
    .update(coupons)
    .set({ ...columns, version: sql`${coupons.version} + 1` })
    .where(
      inArray(
        coupons.id,
        rows.map(({ id }) => id),
      ),
    )

/** The history names the event. */
async function withEvent(tx: Tx, { eventId, ...fields }: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (typeof eventId !== 'string') return eventId === null ? { ...fields, event: null } : fields
  const [event] = await tx.select({ title: events.title }).from(events).where(eq(events.id, eventId))
  return { ...fields, event: event?.title ?? null }
}

/** The history is read by roles that may not see codes. */
const labelOf = (name: string, code: string): string => `${name} (${maskedCode(code)})`

const record = (
  tx: Tx,
  caller: Caller,
  { id, batchId, name, code }: CouponRow,
  event: OfficeEvent,
  changes: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
) =>
  recordOfficeChange(tx, caller, {
    name: event,
    thing: 'coupon',
    thingId: id,
    label: batchId === null ? labelOf(name.da, code) : name.da,
    ...changes,
  })

/** Throws with what is wrong beside each field. */
function refuse(problems: readonly CouponProblem[]): void {
  if (problems.length === 0) return
  const errors = problems.map(({ path, fault }) => ({ path, message: fault }))
  throw new Problem('coupon_invalid', { errors, data: { problems: [...problems] } })
}

const skipped = (fields: CouponFields): CouponProblem[] =>
  skippedTimes(couponFields, fields).map((path) => ({ path, fault: 'time_missing_that_day' }))

/** An event, or a category, that the club does not have. */
async function unknown(tx: Tx, orgId: string, { eventId, categories }: CouponFields): Promise<CouponProblem[]> {
  if (eventId === null && categories === null) return []
  const keys = await selectCategoryKeys(tx, orgId, eventId)
  if (!keys) return [{ path: 'eventId', fault: 'event_unknown' }]
  const isUnknown = categories !== null && (categories.length === 0 || categories.some((key) => !keys.has(key)))
  return isUnknown ? [{ path: 'categories', fault: 'categories_unknown' }] : []
}

/** Counted in a statement after the lock. */
async function limitBelowUsed(tx: Tx, { id, used }: CouponRow, { totalLimit }: CouponFields): Promise<CouponProblem[]> {
  if (totalLimit === null) return []
  const { rows } = await tx.execute<{ held: number }>(sql`
    select count(*)::int as held from coupon_redemptions
    where coupon_id = ${id} and status = 'held' and (reserved_until is null or reserved_until > portal_now())`)
  const { held } = rows[0]!
  if (totalLimit < 1 || used + held === 0 || totalLimit >= used + held) return []
  return [{ path: 'totalLimit', fault: 'limit_below_used', data: { used, held } }]
}

async function countCoupons(tx: Tx, orgId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from coupons where org_id = ${orgId}`,
  )
  return rows[0]!.count
}

/** The codes of a batch are for one use each, and never listed. */
const fieldsIn = (input: CouponFields, isBatch: boolean): CouponFields => ({
  ...CouponFields.parse(input),
  ...(isBatch && { totalLimit: 1, perMemberLimit: null, listed: false }),
})

/** As it is shown: capitals, with single dashes or spaces between. */
const shownCode = (typed: string): string =>
  typed
    .normalize('NFC')
    .replace(/\p{Pd}+/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/ ?- ?/g, '-')
    .replace(/^[ -]+|[ -]+$/g, '')
    .toUpperCase()
