import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ParticipantFields } from '#contract/family.ts'
import { members, type Member, type MemberChanges } from '#contract/members.ts'
import { replaceSubject } from '#web/api/acting/change-acting.ts'
import { call } from '#web/api/client.ts'
import { peopleQuery } from '#web/api/acting/people.ts'
import { queryKeys } from '#web/api/query-keys.ts'
import { addParticipant } from './add-participant.ts'

/** Adds a participant, or changes one; lists of the family are asked for anew. */
export function useSaveParticipant(readerId: string) {
  const cache = useQueryClient()
  const onSuccess = (saved: Member) => {
    replaceSubject(saved)
    cache.setQueryData(peopleQuery(readerId).queryKey, (people) =>
      people?.map((person) => (person.member.id === saved.id ? { ...person, member: saved } : person)),
    )
    return cache.invalidateQueries({ queryKey: queryKeys.family })
  }
  return {
    add: useMutation({
      mutationFn: (fields: ParticipantFields) => addParticipant(fields),
      onSuccess,
    }),
    change: useMutation({ mutationFn: (changes: MemberChanges) => call(members.update, changes), onSuccess }),
  }
}

/** A participant as the server has them now; null for whoever is none any more. */
export function useLoadParticipant(readerId: string) {
  const cache = useQueryClient()
  return async (id: string): Promise<Member | null> => {
    const people = await cache.fetchQuery({ ...peopleQuery(readerId), staleTime: 0 })
    return people.find(({ member }) => member.id === id)?.member ?? null
  }
}
