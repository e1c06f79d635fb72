import { buyableIds, peopleQuery } from '#web/api/acting/people.ts'
import { currentSubjectId } from '#web/api/acting/subject.ts'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { membershipQuery, membershipsOfQuery } from '#web/features/memberships/queries.ts'
import { savedCardsQuery } from '#web/features/memberships/renewal/saved-card-queries.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { allConfigurationsQuery, configurationsQuery } from '#web/features/organisations/sale-queries.ts'
import { ready } from '../before-drawn.ts'
import { loadUnpaid } from '../load-my-clubs.ts'

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
    loadUnpaid(id),
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
  await Promise.all([sold(), loadUnpaid(id)])
}

/** One membership's page, and the club that it is of. */
export async function loadMembership(membershipId: string) {
  if (currentSession().status !== 'signed-in') return
  await Promise.all([ready(membershipQuery(membershipId)), ready(organisationsQuery)])
}
