import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { home, type Home } from '#contract/home.ts'
import type { Member } from '#contract/members/members.ts'
import { peopleQuery } from '#web/api/acting/people.ts'
import { currentSubjectId } from '#web/api/acting/subject.ts'
import { call } from '#web/api/client.ts'
import { queryClient, queryKeys, withTimeout } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { allEventsQuery, forMeQuery, ticketsQuery } from '#web/features/events/queries.ts'
import { invitationsQuery } from '#web/features/members/queries.ts'
import { membershipsOfQuery, membershipsQuery } from '#web/features/memberships/queries.ts'
import { unpaidQuery } from '#web/features/orders/queries.ts'
import { organisationsQuery, saveClubs } from '#web/features/organisations/queries.ts'

type Reader = Pick<Member, 'id' | 'email'>

/** The first page in one call. Each part becomes the answer of its own query, so that the page reads and refetches those. */
export const homeQuery = (reader: Reader, subjectId: string) =>
  queryOptions({
    queryKey: [...queryKeys.memberships, 'home', reader.id, subjectId],
    queryFn: async ({ signal }) => {
      const answer = await call(home.show, {}, { signal })
      share(queryClient, answer, reader, subjectId)
      return { offices: answer.offices, joining: answer.joining }
    },
  })

function share(cache: QueryClient, answer: Home, { id, email }: Reader, subjectId: string) {
  const { clubs, people, memberships, unpaid, invitations, tickets, events, eventsFit } = answer
  cache.setQueryData(organisationsQuery.queryKey, saveClubs(subjectId, clubs))
  cache.setQueryData(unpaidQuery(id).queryKey, unpaid)
  cache.setQueryData(ticketsQuery(id).queryKey, tickets)
  cache.setQueryData(forMeQuery.queryKey, { pages: [eventsFit ? events : []], pageParams: [''] })
  if (!eventsFit) cache.setQueryData(allEventsQuery.queryKey, { pages: [events], pageParams: [''] })

  const held = Map.groupBy(memberships, ({ memberId }) => memberId)
  const shown = subjectId === id ? [id, ...people.map(({ member }) => member.id)] : [subjectId]
  const byMember = new Map(shown.map((one) => [one, held.get(one) ?? []]))
  cache.setQueryData(membershipsOfQuery(shown, cache).queryKey, byMember)
  for (const [one, own] of byMember) cache.setQueryData(membershipsQuery(one).queryKey, own)
  if (subjectId !== id) return
  cache.setQueryData(peopleQuery(id).queryKey, people)
  if (email === null) return
  const sent = invitations.filter(({ inviterEmail }) => inviterEmail === email).map((one) => one.id)
  const newest = invitations.toSorted((a, b) => (a.id < b.id ? 1 : -1))
  cache.setQueryData(invitationsQuery(email).queryKey, { sent, all: newest })
}

/** Waits a moment for the first page; where it fails, the page's own queries show the error. */
export async function loadHome(): Promise<void> {
  const session = currentSession()
  const subjectId = currentSubjectId()
  if (session.status !== 'signed-in' || subjectId === null) return
  const query = homeQuery(session.member, subjectId)
  await withTimeout(queryClient.fetchQuery(query).catch(() => undefined))
}

/** *Not now* to the steps to a first membership. */
export function useDismissJoining(reader: Reader, subjectId: string) {
  const cache = useQueryClient()
  const { queryKey } = homeQuery(reader, subjectId)
  return useMutation({
    mutationFn: () => call(home.dismiss, { about: 'joining', membershipIds: [] }),
    onMutate: () => {
      cache.setQueryData(queryKey, (shown) => shown && { ...shown, joining: 'dismissed' as const })
    },
    onError: () => cache.fetchQuery(homeQuery(reader, subjectId)),
  })
}
