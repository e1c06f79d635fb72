import { useSearch } from '@tanstack/react-router'
import { useGo } from '#web/ui/link.tsx'
import { readFilter, writeFilter, type EventFilter } from './filters.ts'

/** The filter that stands in the address, and how to change it there. */
export function useFilter(addressOf: (query: Record<string, string>) => string) {
  const filter = readFilter(useSearch({ strict: false }))
  const go = useGo()
  const change = (next: EventFilter, typing = false) =>
    go(addressOf(writeFilter(next)), { replace: typing, stay: true })
  return [filter, change] as const
}
