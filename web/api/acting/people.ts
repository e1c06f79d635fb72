import { family, type FamilyPerson } from '#contract/members/family.ts'
import { callQuery } from '../call-query.ts'
import { queryKeys } from '../query-client.ts'

/** Everybody the user may act for. They may buy for those with `can.buy`. */
export const peopleQuery = (memberId: string) => callQuery([...queryKeys.family, 'people', memberId], family.people, {})

/** The user and everybody they may buy for, as far as loaded. */
export const buyableIds = (memberId: string, people: readonly FamilyPerson[] = []): string[] => [
  memberId,
  ...people.flatMap(({ member }) => (member.can.buy ? [member.id] : [])),
]
