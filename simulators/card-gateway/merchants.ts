import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Store } from '../store.ts'
import { GatewayRefusal } from './refusals.ts'
import { timestamp, zeroGuid, type Merchant } from './schema.ts'

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const merchantOf = (store: Store, request: FastifyRequest): Merchant =>
  merchantOfKey(store, request.headers.authorization ?? '')

/** Every well-formed key is a merchant, created on first use. Only a hash of the key is stored. */
export function merchantOfKey(store: Store, apiKey: string): Merchant {
  const key = apiKey.trim().toLowerCase()
  if (!guid.test(key) || key === zeroGuid)
    throw new GatewayRefusal(401, 'Authorization has been denied for this request.')
  const hash = createHash('sha256').update(key).digest('hex')
  const number = 1_000_000 + (store.one<{ count: number }>('select count(*) as count from merchant')!.count + 1)
  store.run(
    'insert into merchant (number, key_hash, key_tail, created_at) values (?, ?, ?, ?) on conflict (key_hash) do nothing',
    number,
    hash,
    key.slice(-4),
    timestamp(),
  )
  return store.one<Merchant>('select number, key_tail from merchant where key_hash = ?', hash)!
}
