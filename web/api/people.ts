import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'

/**
 * Everybody for whom the reader may act, and buy where `can` says so: kept for the person signed in. The call loads with
 * its first use: pages that only ask for whom should not wait for all that families are made of.
 */
export const peopleQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...queryKeys.family, 'people', memberId],
    queryFn: async ({ signal }) => (await import('./fetch-people.ts')).fetchPeople(signal),
  })
