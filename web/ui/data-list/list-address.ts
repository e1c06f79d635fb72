import { cutText } from '#contract/cut-text.ts'
import { useLocation, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { type FilterFields, filterText } from '#contract/filters.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import type { ListChoice } from './list-frame.tsx'

/**
 * The search parameters of the address. A change keeps the others, and replaces the entry of the browser's history; `pathWith` is
 * the path of a change, for links.
 */
export function useAddress() {
  const inAddress: Record<string, unknown> = useSearch({ strict: false })
  const { pathname } = useLocation()
  const go = useNavigateTo()
  const textOf = (name: string) => {
    const value = inAddress[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const pathWith = (next: Readonly<Record<string, string | undefined>>) => {
    const entries = Object.entries({ ...inAddress, ...next }).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    )
    const query = new URLSearchParams(entries).toString()
    return query ? `${pathname}?${query}` : pathname
  }
  const change = (next: Parameters<typeof pathWith>[0]) => void go(pathWith(next), { replace: true, stay: true })
  return { textOf, search: cutText(textOf('q') ?? '', 100), pathWith, change }
}

/** The state of a list that is searched only. */
export function useSearched() {
  const { search, change } = useAddress()
  return {
    state: { search, filter: undefined, sort: '' },
    onChange: (next: Partial<ListChoice>) => next.search !== undefined && change({ q: next.search }),
  }
}

/**
 * The state of a list in the address: `q`, `filter` and `sort`. What is there and cannot be read is ignored.
 * @param sorts the first is the usual order
 */
export function useListState<F extends FilterFields, Sort extends string>(
  fields: F,
  sorts: readonly [Sort, ...Sort[]],
) {
  const { textOf, search, change } = useAddress()
  const read = z.safeParse(filterText(fields), textOf('filter') ?? '')
  const state = {
    search,
    filter: read.success ? read.data : undefined,
    sort: sorts.find((sort) => sort === textOf('sort')) ?? sorts[0],
  }
  const onChange = (next: Partial<ListChoice>) => {
    const { search: q, filter, sort } = { ...state, ...next }
    change({ q, filter: filter && JSON.stringify(filter), sort: sort === sorts[0] ? undefined : sort })
  }
  return { state, onChange }
}
