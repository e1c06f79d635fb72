import type { BuyValues } from './buy-values.ts'

type Rows = BuyValues['rows']

/** The rows with one more person; alone, where nothing was chosen for anybody yet. */
export function withPerson(rows: Rows, memberId: string): Rows {
  if (rows.some((row) => row.memberId === memberId)) return rows
  const added = { memberId, membershipConfId: '' }
  return rows.every(({ membershipConfId }) => membershipConfId === '') ? [added] : [...rows, added]
}

/** The rows of those who are still in reach; the buyer's own where nobody else is left. */
export function inReach(rows: Rows, people: readonly { readonly id: string }[], buyerId: string): Rows {
  const left = rows.filter(({ memberId }) => people.some(({ id }) => id === memberId))
  if (left.length === rows.length) return rows
  return left.length > 0 ? left : [{ memberId: buyerId, membershipConfId: '' }]
}
