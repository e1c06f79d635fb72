import { queryOptions } from '@tanstack/react-query'
import { family, type FamilyPerson } from '#contract/family.ts'
import { call } from '../client.ts'
import { queryKeys } from '../query-keys.ts'

/**
 * Everybody for whom the reader may act, and buy where `can` says so: kept for the person signed in.
 */
export const peopleQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...queryKeys.family, 'people', memberId],
    queryFn: ({ signal }) => call(family.people, {}, { signal }),
  })

/** The reader, and everybody for whom they may buy, as far as that is known. */
export const buyableIds = (memberId: string, people: readonly FamilyPerson[] = []): string[] => [
  memberId,
  ...people.flatMap(({ member }) => (member.can.buy ? [member.id] : [])),
]
