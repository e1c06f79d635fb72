import type { FamilyPerson } from '#contract/family.ts'
import type { Member } from '#contract/members.ts'
import { m } from '#words/messages.js'

export const fullName = ({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

/** Why somebody is in reach: one's own participant, a relative, or whose participant. */
export function inReachWords({ member, as }: FamilyPerson, people: readonly FamilyPerson[]): string {
  if (as === 'participant') return m.acting_as_participant()
  if (as === 'relative') return m.acting_as_relative()
  const relative = people.find((one) => one.member.id === member.parentId)
  return relative ? m.acting_through({ name: fullName(relative.member) }) : m.acting_as_relative_participant()
}
