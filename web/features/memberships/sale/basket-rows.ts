import type { BasketRow } from '#web/features/orders/checkout/basket.ts'

type Rows = readonly BasketRow[]

/** So many rows can be bought at once. */
export const mostRows = 20

const isEmpty = ({ membershipConfId }: BasketRow) => membershipConfId === ''

/** The rows with one more person, in the club where the others are; alone, where nothing was chosen for anybody yet. */
export function withPerson(rows: Rows, memberId: string): BasketRow[] {
  if (rows.some((row) => row.memberId === memberId)) return [...rows]
  const added = { memberId, orgId: rows[0]?.orgId ?? '', membershipConfId: '' }
  return rows.every(isEmpty) ? [added] : [...rows, added]
}

/** The rows of those who are still in reach; the buyer's own where nobody else is left. The same array when all are. */
export function forOwnFamily(
  rows: BasketRow[],
  people: readonly { readonly id: string }[],
  buyerId: string,
): BasketRow[] {
  const left = rows.filter(({ memberId }) => people.some(({ id }) => id === memberId))
  if (left.length === rows.length) return rows
  return left.length > 0 ? left : [{ memberId: buyerId, orgId: '', membershipConfId: '' }]
}

/**
 * The rows with what the reader came for: in the place of what is chosen for the same person in the same club, or of
 * where nothing is chosen, else besides.
 */
export function withWanted(rows: Rows, wanted: Rows): BasketRow[] {
  const kept = rows.filter(
    (row) => !isEmpty(row) && !wanted.some(({ memberId, orgId }) => memberId === row.memberId && orgId === row.orgId),
  )
  return [...kept, ...wanted]
}

/** The rows with another club in one of them; those where nothing is chosen follow from the club they shared. */
export function withClub(rows: Rows, index: number, orgId: string): BasketRow[] {
  const before = rows[index]?.orgId
  return rows.map((row, at) =>
    at === index || (isEmpty(row) && row.orgId === before) ? { ...row, orgId, membershipConfId: '' } : row,
  )
}

/** A row that was taken out, and where it stood. */
export interface Removed {
  readonly rows: readonly { readonly row: BasketRow; readonly index: number }[]
}

/** The rows without some of them, and what brings those back. */
export function withoutRows(rows: Rows, out: (row: BasketRow, index: number) => boolean): [BasketRow[], Removed] {
  const removed = rows.flatMap((row, index) => (out(row, index) ? [{ row, index }] : []))
  return [rows.filter((row, index) => !out(row, index)), { rows: removed }]
}

/** The rows with those back that were taken out, each at its place. */
export function withRestored(rows: Rows, { rows: removed }: Removed): BasketRow[] {
  return removed.reduce((all, { row, index }) => all.toSpliced(index, 0, row), [...rows])
}

const separator = '~'

/**
 * The rows that an address names, `memberId.membershipConfId` joined by `~`, each in the club that sells it; what cannot be
 * read, or is sold nowhere, is left out.
 * @param sold what each club sells
 */
export function readRows(
  lines: string,
  sold: ReadonlyMap<string, readonly { readonly id: string }[]> | undefined = new Map(),
): BasketRow[] {
  return lines.split(separator).flatMap((pair) => {
    const [memberId, membershipConfId, ...rest] = pair.split('.')
    const found = [...sold].find(([, offers]) => offers.some(({ id }) => id === membershipConfId))
    return memberId && membershipConfId && found && rest.length === 0
      ? [{ memberId, orgId: found[0], membershipConfId }]
      : []
  })
}
