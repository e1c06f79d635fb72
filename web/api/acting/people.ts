import { queryOptions } from '@tanstack/react-query'
import type { FamilyPerson } from '#contract/family.ts'
import { queryKeys } from '../query-keys.ts'

/**
 * Everybody for whom the reader may act, and buy where `can` says so: kept for the person signed in. The call loads with
 * its first use: pages that only ask for whom should not wait for all that families are made of.
 */
export const peopleQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...queryKeys.family, 'people', memberId],
    queryFn: async ({ signal }) => (await import('./fetch-people.ts')).fetchPeople(signal),
  })

/** The reader, and everybody for whom they may buy, as far as that is known. */
export const buyableIds = (memberId: string, people: readonly FamilyPerson[] = []): string[] => [
  memberId,
  ...people.flatMap(({ member }) => (member.can.buy ? [member.id] : [])),
]
