import type { Invitation } from '#contract/members/family.ts'
import { otherEmail } from '../words.ts'

/** A row of the list; `sent` means by the current user. */
export interface ListedLink {
  readonly invitation: Invitation
  readonly sent: boolean
}

const rank: Record<Invitation['status'], number> = { pending: 0, approved: 1, rejected: 2, ended: 2 }

/**
 * Pending invitations, links, and for each person without either the last ended one, newest first. Ended ones without
 * the other person's address are left out.
 */
export function listedLinks(invitations: readonly Invitation[], sentIds: readonly string[]): ListedLink[] {
  const sent = new Set(sentIds)
  const personOf = (one: Invitation) => otherEmail(one, sent.has(one.id))?.toLowerCase() ?? one.id
  const current = new Set(invitations.filter((one) => rank[one.status] < 2).map(personOf))
  const seen = new Set<string>()
  const listed = invitations.filter((one) => {
    if (rank[one.status] < 2) return true
    if (otherEmail(one, sent.has(one.id)) === null) return false
    const person = personOf(one)
    if (current.has(person) || seen.has(person)) return false
    seen.add(person)
    return true
  })
  return listed
    .toSorted((a, b) => rank[a.status] - rank[b.status])
    .map((invitation) => ({ invitation, sent: sent.has(invitation.id) }))
}
