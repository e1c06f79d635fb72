import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListFrame, type ListFrameProps } from '#web/ui/data-list/list-frame.tsx'
import { QueryError } from './query-error.tsx'
import { ShowMore } from './show-more.tsx'

export type FromQuery = 'rows' | 'total' | 'fetching' | 'failed' | 'more'

export interface Paged<P, T> {
  readonly pages: UseInfiniteQueryResult<InfiniteData<P>>
  /** The rows of one page. */
  readonly rowsOf: (page: P) => readonly T[]
  /** How many there are in all, by the first page; its `total` where left out. */
  readonly totalOf?: ((page: P) => number | undefined) | undefined
}

const itsTotal = (page: unknown) => (page as { readonly total?: number }).total

/** A list's rows, count, failure and *Show more*, from an infinite query. */
export function fromQuery<P, T>({ pages, rowsOf, totalOf = itsTotal }: Paged<P, T>) {
  const first = pages.data?.pages[0]
  return {
    rows: pages.data?.pages.flatMap(rowsOf),
    total: first && totalOf(first),
    failed: pages.error && !pages.data ? <QueryError query={pages} /> : undefined,
    more: <ShowMore pages={pages} rowsOf={rowsOf} />,
  }
}

interface RowsProps<P, T> extends Paged<P, T>, Omit<ListFrameProps<T>, FromQuery> {
  /** Rows; `data-list-row` marks what takes the focus of each. */
  readonly children: (rows: readonly T[]) => ReactNode
}

/** A list with rows of its own instead of a table. */
export const PagedRows = <P, T>({ pages, rowsOf, totalOf, ...frame }: RowsProps<P, T>) => (
  <ListFrame {...frame} {...fromQuery({ pages, rowsOf, totalOf })} />
)
