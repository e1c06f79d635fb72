import type { Invitation } from '#contract/family.ts'
import { otherEmail } from '../words.ts'

/** One line of the list: an invitation, whether the reader sent it, and whether they may ask again. */
export interface ListedLink {
  readonly invitation: Invitation
  readonly sent: boolean
  readonly canAskAgain: boolean
}

const rank: Record<Invitation['status'], number> = { pending: 0, approved: 1, rejected: 2, ended: 2 }

/**
 * What is worth listing of all invitations, newest first as they come: every open question and link, and of each person
 * with whom there is neither the last that came to an end. Of whom nothing is said any more there is nothing to list.
 */
export function listedLinks(invitations: readonly Invitation[], sentIds: readonly string[]): ListedLink[] {
  const sent = new Set(sentIds)
  const personOf = (one: Invitation) => otherEmail(one, sent.has(one.id))?.toLowerCase() ?? one.id
  const standing = new Set(invitations.filter((one) => rank[one.status] < 2).map(personOf))
  const told = new Set<string>()
  const listed = invitations.filter((one) => {
    if (rank[one.status] < 2) return true
    if (otherEmail(one, sent.has(one.id)) === null) return false
    const person = personOf(one)
    if (standing.has(person) || told.has(person)) return false
    told.add(person)
    return true
  })
  return listed
    .toSorted((a, b) => rank[a.status] - rank[b.status])
    .map((invitation) => {
      const isSent = sent.has(invitation.id)
      return {
        invitation,
        sent: isSent,
        canAskAgain: rank[invitation.status] === 2,
      }
    })
}
