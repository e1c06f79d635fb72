import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { DataList, type DataListProps } from '#web/ui/data-list/data-list.tsx'
import { QueryError } from './query-error.tsx'
import { ShowMore, useMore } from './show-more.tsx'

type FromQuery = 'rows' | 'total' | 'fetching' | 'failed' | 'more'

interface Props<P, T> extends Omit<DataListProps<T>, FromQuery> {
  readonly pages: UseInfiniteQueryResult<InfiniteData<P>>
  /** The rows of one page. */
  readonly rowsOf: (page: P) => readonly T[]
}

/** A list whose rows come from an infinite query. */
export function PagedList<P extends { readonly total: number }, T>({ pages, rowsOf, ...list }: Props<P, T>) {
  const more = useMore(pages, rowsOf, (_, row) =>
    row === undefined ? null : document.querySelector<HTMLElement>(`[data-list-row="${CSS.escape(list.idOf(row))}"]`),
  )
  return (
    <DataList
      {...list}
      rows={pages.data?.pages.flatMap(rowsOf)}
      total={pages.data?.pages[0]?.total}
      fetching={pages.isPlaceholderData}
      failed={pages.error && !pages.data ? <QueryError query={pages} /> : undefined}
      more={<ShowMore {...more} />}
    />
  )
}
