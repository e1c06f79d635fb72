import { inTransaction } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { coupons } from '#server/database/schema/index.ts'
import type { Ground } from '../builders.ts'

type CouponPlan = Partial<Omit<typeof coupons.$inferInsert, 'id' | 'orgId' | 'codeKey'>>

/** A coupon of a club: by default private, unlimited, 10 % off every ticket. */
export async function buildCoupon(
  ground: Ground,
  club: { id: string },
  plan: CouponPlan = {},
): Promise<{ id: string; code: string }> {
  const id = newId()
  const code = plan.code ?? `TEN-${id.slice(-12).toUpperCase()}`
  const worth = plan.amount === undefined ? { percent: 10 } : {}
  const row = { id, orgId: club.id, name: { da: 'Ti procent', en: 'Ten percent' }, ...worth, ...plan, code }
  await inTransaction(ground.context.db, (tx) => tx.insert(coupons).values(row))
  return { id, code }
}
