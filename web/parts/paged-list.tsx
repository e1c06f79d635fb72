import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DataList, type DataListProps } from '#web/ui/data-list/data-list.tsx'
import { ListFrame, type ListFrameProps } from '#web/ui/data-list/list-frame.tsx'
import { QueryError } from './query-error.tsx'
import { ShowMore, useMore } from './show-more.tsx'

type FromQuery = 'rows' | 'total' | 'fetching' | 'failed' | 'more'

interface Paged<P, T> {
  readonly pages: UseInfiniteQueryResult<InfiniteData<P>>
  /** The rows of one page. */
  readonly rowsOf: (page: P) => readonly T[]
  /** How many there are in all, by the first page; its `total` where left out. */
  readonly totalOf?: ((page: P) => number | undefined) | undefined
  readonly idOf: (row: T) => string
}

const itsTotal = (page: unknown) => (page as { readonly total?: number }).total

function useRows<P, T>({ pages, rowsOf, totalOf = itsTotal, idOf }: Paged<P, T>) {
  const more = useMore(pages, rowsOf, (_, row) =>
    row === undefined ? null : document.querySelector<HTMLElement>(`[data-list-row="${CSS.escape(idOf(row))}"]`),
  )
  const first = pages.data?.pages[0]
  return {
    rows: pages.data?.pages.flatMap(rowsOf),
    total: first && totalOf(first),
    failed: pages.error && !pages.data ? <QueryError query={pages} /> : undefined,
    more: <ShowMore {...more} />,
  }
}

/** A list whose rows come from an infinite query. */
export const PagedList = <P, T>({
  pages,
  rowsOf,
  totalOf,
  ...list
}: Paged<P, T> & Omit<DataListProps<T>, FromQuery>) => (
  <DataList {...list} {...useRows({ pages, rowsOf, totalOf, idOf: list.idOf })} fetching={pages.isPlaceholderData} />
)

interface RowsProps<P, T> extends Paged<P, T>, Omit<ListFrameProps<T>, FromQuery> {
  /** Marks what is focused of a row with `data-list-row`. */
  readonly children: (rows: readonly T[]) => ReactNode
}

/** A list with rows of its own instead of a table. */
export const PagedRows = <P, T>({ pages, rowsOf, totalOf, idOf, ...frame }: RowsProps<P, T>) => (
  <ListFrame {...frame} {...useRows({ pages, rowsOf, totalOf, idOf })} />
)
