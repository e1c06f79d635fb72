import type { BasketRow } from './basket.ts'

type Rows = readonly BasketRow[]

/** Maximum rows in one purchase. */
export const mostRows = 20

const isEmpty = ({ membershipConfId }: BasketRow) => membershipConfId === ''

/** Adds a person, in the same club as the others. If nothing was chosen yet, replaces the rows. */
export function withPerson(rows: Rows, memberId: string): BasketRow[] {
  if (rows.some((row) => row.memberId === memberId)) return [...rows]
  const added = { memberId, orgId: rows[0]?.orgId ?? '', membershipConfId: '' }
  return rows.every(isEmpty) ? [added] : [...rows, added]
}

/**
 * Removes rows of former delegates, leaving at least an empty row for the buyer. Returns the same array if nothing
 * changes.
 */
export function forOwnFamily(
  rows: BasketRow[],
  people: readonly { readonly id: string }[],
  buyerId: string,
): BasketRow[] {
  const left = rows.filter(({ memberId }) => people.some(({ id }) => id === memberId))
  if (left.length === rows.length) return rows
  return left.length > 0 ? left : [{ memberId: buyerId, orgId: '', membershipConfId: '' }]
}

/** Adds the requested rows, replacing empty ones and those of the same person in the same club. */
export function withRequested(rows: Rows, wanted: Rows): BasketRow[] {
  const others = rows.filter(
    (row) => !isEmpty(row) && !wanted.some(({ memberId, orgId }) => memberId === row.memberId && orgId === row.orgId),
  )
  return [...others, ...wanted]
}

/** Changes a row's club, and that of empty rows with the same club. */
export function withClub(rows: Rows, index: number, orgId: string): BasketRow[] {
  const before = rows[index]?.orgId
  return rows.map((row, at) =>
    at === index || (isEmpty(row) && row.orgId === before) ? { ...row, orgId, membershipConfId: '' } : row,
  )
}

export interface Removed {
  readonly rows: readonly { readonly row: BasketRow; readonly index: number }[]
}

/** Removes rows. The second value restores them with `withRestored`. */
export function withoutRows(rows: Rows, isRemoved: (row: BasketRow, index: number) => boolean): [BasketRow[], Removed] {
  const removed = rows.flatMap((row, index) => (isRemoved(row, index) ? [{ row, index }] : []))
  return [rows.filter((row, index) => !isRemoved(row, index)), { rows: removed }]
}

/** Puts removed rows back at their positions. */
export function withRestored(rows: Rows, { rows: removed }: Removed): BasketRow[] {
  return removed.reduce((all, { row, index }) => all.toSpliced(index, 0, row), [...rows])
}

const separator = '~'

/**
 * Parses rows from the URL: `memberId.membershipConfId` joined by `~`. Skips what is invalid or not on sale.
 * @param sold offers by club id
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
