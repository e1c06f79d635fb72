import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '#web/api/query-client.ts'

/** Refetches events and tickets after a booking. */
export const invalidateBookings = (cache: QueryClient) =>
  Promise.all([queryKeys.events, queryKeys.tickets].map((queryKey) => cache.invalidateQueries({ queryKey })))
