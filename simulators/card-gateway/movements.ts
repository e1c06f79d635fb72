import { randomUUID } from 'node:crypto'
import type { Store } from '../store.ts'
import type { Totals } from './authorization-answers.ts'
import { noSuchAuthorization } from './refusals.ts'
import { timestamp, type Authorization, type Merchant, type Movement } from './schema.ts'

/** A merchant's own authorization that is not voided. Others' are treated as unknown. */
export function selectAuthorization(store: Store, merchant: Merchant, id: string): Authorization {
  const authorization = store.one<Authorization>(
    'select * from authorization where id = ? and merchant = ? and voided_at is null',
    id.toLowerCase(),
    merchant.number,
  )
  if (!authorization) throw noSuchAuthorization()
  return authorization
}

export function totalsOf(store: Store, { id }: Authorization): Totals {
  return store.one<Totals>(
    `select coalesce(sum(case kind when 'capture' then amount end), 0) as captured,
       coalesce(sum(case kind when 'credit' then amount end), 0) as credited,
       coalesce((select amount from movement where authorization_id = ? and kind = 'capture' and success = 1 order by rowid limit 1), 0) as firstCapture
     from movement where authorization_id = ? and success = 1`,
    id,
    id,
  )!
}

export const movementsOf = (store: Store, { id }: Authorization, kind: Movement['kind']) =>
  store.all<Movement>('select * from movement where authorization_id = ? and kind = ? order by rowid', id, kind)

type NewMovement = Pick<Movement, 'kind' | 'amount'> &
  Partial<Pick<Movement, 'comment' | 'answer' | 'gateway_status' | 'message'>>

/** Stores a capture, credit or void; with a message, a failed one. */
export function insertMovement(store: Store, authorization: Authorization, movement: NewMovement): Movement {
  const id = randomUUID()
  store.run(
    `insert into movement (id, authorization_id, kind, amount, comment, success, gateway_status, message, answer, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    authorization.id,
    movement.kind,
    movement.amount,
    movement.comment ?? null,
    movement.message ? 0 : 1,
    movement.gateway_status ?? (movement.message ? 4 : 0),
    movement.message ?? '',
    movement.answer ?? 'sent',
    timestamp(),
  )
  return store.one<Movement>('select * from movement where id = ?', id)!
}
