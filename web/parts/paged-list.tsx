import { DataList, type DataListProps } from '#web/ui/data-list/data-list.tsx'
import { type ListFrameProps, nothingChosen } from '#web/ui/data-list/list-frame.tsx'
import { type FromQuery, fromQuery, type Paged } from './paged-rows.tsx'

/** A list whose rows come from an infinite query. */
export const PagedList = <P, T>({
  pages,
  rowsOf,
  totalOf,
  state = nothingChosen,
  onChange = () => {},
  ...list
}: Paged<P, T> &
  Omit<DataListProps<T>, FromQuery | 'state' | 'onChange'> &
  Pick<ListFrameProps<T>, 'state' | 'onChange'>) => (
  <DataList
    {...{ ...list, state, onChange }}
    {...fromQuery({ pages, rowsOf, totalOf })}
    fetching={pages.isPlaceholderData}
  />
)
