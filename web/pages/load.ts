import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session.ts'
import { configurationsQuery, organisationsQuery } from '#web/features/organisations/queries.ts'
import { membershipQuery, membershipsQuery } from '#web/features/memberships/queries.ts'

// What a page needs before it is drawn, so that nothing on it moves. What could not be had the page says itself.

const ready = <T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>) =>
  queryClient.ensureQueryData({ ...query }).catch(() => undefined)

/** The clubs, and in which of them the member is. */
export async function loadMyClubs() {
  const session = currentSession()
  if (session.status !== 'signed-in') return
  await Promise.all([ready(membershipsQuery(session.member.id)), ready(organisationsQuery)])
}

/** My memberships, and what every club sells. */
export async function loadMemberships() {
  const session = currentSession()
  if (session.status !== 'signed-in') return
  const mine = ready(membershipsQuery(session.member.id))
  const clubs = await ready(organisationsQuery)
  await Promise.all([mine, ...(clubs ?? []).map(({ id }) => ready(configurationsQuery(id)))])
}

export async function loadMembership(membershipId: string) {
  if (currentSession().status !== 'signed-in') return
  await Promise.all([ready(membershipQuery(membershipId)), ready(organisationsQuery)])
}
