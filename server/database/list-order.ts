import { sql, type SQL } from './sql.ts'

/** The order of a list: by an expression that is never null, then by id. */
export interface ListOrder {
  readonly key: SQL
  readonly type: 'text' | 'integer' | 'bigint' | 'date' | 'timestamptz'
  readonly descending?: boolean
}

/** An order with what its query needs; the query selects `key` and `id`. */
export interface Ordered extends ListOrder {
  /** For `order by`. */
  readonly by: SQL
}

/** The chosen order of a list. */
export function orderOf<Name extends string>(orders: Readonly<Record<Name, ListOrder>>, name: Name): Ordered {
  const order = orders[name]
  return { ...order, by: order.descending ? sql`key desc, id desc` : sql`key, id` }
}

/** Where the page after a row begins. */
export const cursorAfter = ({ key, id }: { key: string | number; id: string }): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url')

/** The condition on `key` and `id` that a page begins after its cursor. One that is not ours begins at the first page. */
export function afterCursor({ type, descending }: Ordered, cursor: string | undefined): SQL {
  const after = cursor === undefined ? null : readCursor(cursor, type)
  if (!after) return sql`true`
  const than = sql`(${after.key}::${types[type]}, ${after.id}::uuid)`
  return descending ? sql`(key, id) < ${than}` : sql`(key, id) > ${than}`
}

const types = {
  text: sql`text`,
  integer: sql`integer`,
  bigint: sql`bigint`,
  date: sql`date`,
  timestamptz: sql`timestamptz`,
} as const

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a key can be read as its type, so that a cursor of another order is no error. */
const readable: Readonly<Record<ListOrder['type'], (key: unknown) => boolean>> = {
  text: (key) => typeof key === 'string' && !key.includes('\0') && key.isWellFormed(),
  integer: (key) => Number.isInteger(key) && Math.abs(Number(key)) < 2 ** 31,
  bigint: (key) => Number.isSafeInteger(key),
  date: (key) => typeof key === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(key) && !Number.isNaN(Date.parse(key)),
  timestamptz: (key) =>
    typeof key === 'string' &&
    /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(key) &&
    !Number.isNaN(Date.parse(key)),
}

function readCursor(cursor: string, type: ListOrder['type']): { key: string | number; id: string } | null {
  try {
    const [key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    const isOurs = readable[type](key) && typeof id === 'string' && uuid.test(id)
    return isOurs ? { key: key as string | number, id } : null
  } catch {
    return null
  }
}
