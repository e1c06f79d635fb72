import { cutText } from '#contract/cut-text.ts'
import { useLocation, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { type Filter, type FilterFields, filterText } from '#contract/filters.ts'
import { useNavigateTo } from '#web/ui/link.tsx'

/** The selection in a list, as its address has it. */
export interface ListState<Field extends string, Sort extends string> {
  readonly search: string
  readonly filter: Filter<Field> | undefined
  readonly sort: Sort
}

/** The search parameters of the address. A change keeps the others, and replaces the entry of the browser's history. */
export function useAddress() {
  const inAddress: Record<string, unknown> = useSearch({ strict: false })
  const { pathname } = useLocation()
  const go = useNavigateTo()
  const textOf = (name: string) => {
    const value = inAddress[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const change = (next: Readonly<Record<string, string | undefined>>) => {
    const entries = Object.entries({ ...inAddress, ...next }).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    )
    const query = new URLSearchParams(entries).toString()
    void go(query ? `${pathname}?${query}` : pathname, { replace: true, stay: true })
  }
  return { textOf, search: cutText(textOf('q') ?? '', 100), change }
}

/** The state of a list that is searched only. */
export function useSearched() {
  const { search, change } = useAddress()
  return {
    state: { search, filter: undefined, sort: '' },
    onChange: (next: { readonly search?: string }) => next.search !== undefined && change({ q: next.search }),
  }
}

/**
 * The state of a list in the address: `q`, `filter` and `sort`. What is there and cannot be read is ignored.
 * @param sorts the first is the usual order
 */
export function useListState<F extends FilterFields, Sort extends string>(
  fields: F,
  sorts: readonly [Sort, ...Sort[]],
): readonly [ListState<keyof F & string, Sort>, (change: Partial<ListState<keyof F & string, Sort>>) => void] {
  const { textOf, search, change: changeAddress } = useAddress()
  const read = z.safeParse(filterText(fields), textOf('filter') ?? '')
  const state = {
    search,
    filter: read.success ? read.data : undefined,
    sort: sorts.find((sort) => sort === textOf('sort')) ?? sorts[0],
  }
  const change = (next: Partial<typeof state>) => {
    const { search: q, filter, sort } = { ...state, ...next }
    changeAddress({ q, filter: filter && JSON.stringify(filter), sort: sort === sorts[0] ? undefined : sort })
  }
  return [state, change]
}
