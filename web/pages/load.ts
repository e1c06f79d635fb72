import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { buyableIds, peopleQuery } from '#web/api/acting/people.ts'
import { currentSubjectId } from '#web/api/acting/subject.ts'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { allConfigurationsQuery, configurationsQuery, organisationsQuery } from '#web/features/organisations/queries.ts'
import { readyNeeds } from '#web/features/memberships/needs/later-needs.tsx'
import { membershipQuery, membershipsOfQuery, membershipsQuery } from '#web/features/memberships/queries.ts'
import { savedCardsQuery } from '#web/features/memberships/renewal/saved-card-queries.ts'
import { readyUnpaidOrders } from '#web/features/orders/unpaid/unpaid-notice.tsx'
import { unpaidQuery } from '#web/features/orders/unpaid/unpaid-query.ts'
import { readyWelcome } from '#web/features/session/guard.tsx'
import { readyOverview } from './dashboard/later-overview.ts'

// What a page needs before it is drawn, so that nothing on it moves. What could not be had the page says itself.

const ready = <T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>) =>
  queryClient.ensureQueryData({ ...query }).catch(() => undefined)

/** Milliseconds for which a page waits for what it can add later. */
const patience = 1500

/** What the member has not paid, asked anew: another browser may have paid or begun one. */
async function unpaid(memberId: string) {
  const orders = await queryClient.fetchQuery(unpaidQuery(memberId)).catch(() => [])
  if (orders.length > 0) await readyUnpaidOrders().catch(() => undefined)
}

/** What the family has, and the code that says what of it waits for the reader. */
async function needs(memberId: string) {
  const shown = async () => {
    const people = (await ready(peopleQuery(memberId))) ?? []
    await ready(membershipsOfQuery([memberId, ...people.map(({ member }) => member.id)], queryClient))
  }
  await Promise.all([shown(), readyNeeds().catch(() => undefined)])
}

/** Waits, but not for long, for what a page can add later. */
const soon = (work: Promise<void>) =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, patience))])

/** The clubs, in which of them the member is, and what waits for their payment. */
export async function loadMyClubs() {
  const session = currentSession()
  const subject = currentSubjectId()
  if (session.status !== 'signed-in' || subject === null) return
  const { id } = session.member
  await Promise.all([
    ready(membershipsQuery(subject)),
    ready(organisationsQuery),
    soon(unpaid(id)),
    subject === id && soon(needs(id)),
  ])
}

const overview = () => import('./dashboard/load-overview.ts')

/** The code of the dashboard and of what it asks for, before it is known who asks. */
export const fetchDashboardCode = () =>
  Promise.allSettled([
    readyOverview(),
    readyNeeds(),
    overview(),
    import('#web/api/acting/fetch-people.ts'),
    import('#web/features/orders/unpaid/fetch-unpaid.ts'),
  ])

/** The same with the code that shows it; or, for whoever is signed out, the front door's. */
export async function loadDashboard() {
  if (currentSession().status === 'signed-out') return soon(readyWelcome().catch(() => undefined))
  const told = async () => (await overview()).loadOverview()
  await Promise.all([loadMyClubs(), ...[readyOverview(), told()].map((work) => soon(work.catch(() => undefined)))])
}

/** What the family has, what waits for its payment, and what every club sells them. */
export async function loadMemberships() {
  const session = currentSession()
  const subject = currentSubjectId()
  if (session.status !== 'signed-in' || subject === null) return
  const { id } = session.member
  const [people, clubs] = await Promise.all([
    subject === id ? ready(peopleQuery(id)) : undefined,
    ready(organisationsQuery),
    ready(savedCardsQuery(id)),
    soon(unpaid(id)),
  ])
  const shown = subject === id ? [id, ...(people ?? []).map(({ member }) => member.id)] : [subject]
  const buyable = subject === id ? buyableIds(id, people) : [subject]
  await Promise.all([
    ready(membershipsOfQuery(shown, queryClient)),
    ...(clubs ?? []).map((club) => ready(configurationsQuery(club.id, buyable))),
  ])
}

/** For whom may be bought, what waits for its payment, and what every club sells them. */
export async function loadPurchase() {
  const session = currentSession()
  if (session.status !== 'signed-in') return
  const { id } = session.member
  const sold = async () => {
    const [people, clubs] = await Promise.all([ready(peopleQuery(id)), ready(organisationsQuery)])
    const clubIds = (clubs ?? []).map((club) => club.id)
    await ready(allConfigurationsQuery(clubIds, buyableIds(id, people), queryClient))
  }
  await Promise.all([sold(), soon(unpaid(id))])
}

export async function loadMembership(membershipId: string) {
  if (currentSession().status !== 'signed-in') return
  await Promise.all([ready(membershipQuery(membershipId)), ready(organisationsQuery)])
}
