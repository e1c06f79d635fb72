import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { currentSubjectId } from '#web/api/subject.ts'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session.ts'
import { configurationsQuery, organisationsQuery } from '#web/features/organisations/queries.ts'
import { membershipQuery, membershipsQuery } from '#web/features/memberships/queries.ts'
import { readyUnpaidOrders } from '#web/features/orders/unpaid-notice.tsx'
import { unpaidQuery } from '#web/features/orders/unpaid-query.ts'

// What a page needs before it is drawn, so that nothing on it moves. What could not be had the page says itself.

const ready = <T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>) =>
  queryClient.ensureQueryData({ ...query }).catch(() => undefined)

/** Milliseconds for which a page waits for what it can add later. */
const patience = 1500

/** Asked anew: another browser may have paid or begun one. */
async function unpaid(memberId: string) {
  const orders = await queryClient.fetchQuery(unpaidQuery(memberId)).catch(() => [])
  if (orders.length > 0) await readyUnpaidOrders().catch(() => undefined)
}

const soon = (work: Promise<void>) =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, patience))])

/** The clubs, in which of them the member is, and what waits for their payment. */
export async function loadMyClubs() {
  const session = currentSession()
  const subject = currentSubjectId()
  if (session.status !== 'signed-in' || subject === null) return
  await Promise.all([ready(membershipsQuery(subject)), ready(organisationsQuery), soon(unpaid(session.member.id))])
}

/** My memberships and unpaid orders, and what every club sells. */
export async function loadMemberships() {
  const session = currentSession()
  const subject = currentSubjectId()
  if (session.status !== 'signed-in' || subject === null) return
  const mine = Promise.all([ready(membershipsQuery(subject)), soon(unpaid(session.member.id))])
  const clubs = await ready(organisationsQuery)
  await Promise.all([mine, ...(clubs ?? []).map(({ id }) => ready(configurationsQuery(id)))])
}

export async function loadMembership(membershipId: string) {
  if (currentSession().status !== 'signed-in') return
  await Promise.all([ready(membershipQuery(membershipId)), ready(organisationsQuery)])
}
