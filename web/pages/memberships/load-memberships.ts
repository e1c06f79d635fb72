import { buyableIds, peopleQuery } from '#web/api/acting/people.ts'
import { currentSubjectId } from '#web/api/acting/subject.ts'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { membershipQuery, membershipsOfQuery } from '#web/features/memberships/queries.ts'
import { savedCardsQuery } from '#web/features/memberships/renewals/saved-card-queries.ts'
import { directoryQuery } from '#web/features/organisations/directory.ts'
import { namedClubsQuery, organisationsQuery } from '#web/features/organisations/queries.ts'
import { ownConfigurationsQuery } from '#web/features/organisations/sale-queries.ts'
import { ready } from '../before-drawn.ts'
import { loadUnpaid } from '../load-my-clubs.ts'

/** What the family has, what waits for its payment, and what its clubs sell them. */
export async function loadMemberships() {
  const session = currentSession()
  const subject = currentSubjectId()
  if (session.status !== 'signed-in' || subject === null) return
  const { id } = session.member
  const [people] = await Promise.all([
    subject === id ? ready(peopleQuery(id)) : undefined,
    ready(organisationsQuery),
    ready(savedCardsQuery(id)),
    loadUnpaid(id),
  ])
  const shown = subject === id ? [id, ...(people ?? []).map(({ member }) => member.id)] : [subject]
  const buyable = subject === id ? buyableIds(id, people) : [subject]
  await Promise.all([ready(membershipsOfQuery(shown, queryClient)), ready(ownConfigurationsQuery(buyable))])
}

/** For whom may be bought, what waits for its payment, and what their clubs sell them, and the one that the address names. */
export async function loadPurchase(orgId: string | undefined) {
  const session = currentSession()
  if (session.status !== 'signed-in') return
  const { id } = session.member
  const sold = async () => {
    const [people, clubs] = await Promise.all([ready(peopleQuery(id)), ready(organisationsQuery)])
    const others = orgId === undefined || clubs?.some((club) => club.id === orgId) ? [] : [orgId]
    await Promise.all([ready(ownConfigurationsQuery(buyableIds(id, people), others)), ready(namedClubsQuery(others))])
  }
  const choices = queryClient.ensureInfiniteQueryData(directoryQuery()).catch(() => undefined)
  await Promise.all([sold(), choices, loadUnpaid(id)])
}

/** One membership's page, and the club that it is of. */
export async function loadMembership(membershipId: string) {
  if (currentSession().status !== 'signed-in') return
  await Promise.all([ready(membershipQuery(membershipId)), ready(organisationsQuery)])
}
