import type { Membership } from '#contract/memberships/memberships.ts'
import type { Member } from '#contract/members/members.ts'
import { fullName } from '#contract/members/full-name.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { peopleQuery } from '#web/api/acting/people.ts'
import { useSubject } from '#web/api/acting/subject.ts'
import { useSession } from '#web/api/session/session.ts'
import { membershipsOfQuery } from './queries.ts'
import { isOrWasMember } from './summary.ts'

/** A family member, including the current user. */
export interface Person {
  readonly member: Member
  readonly name: string
  /** The first name, or the full name if another family member shares it. */
  readonly short: string
  readonly self: boolean
}

export interface Holding {
  readonly person: Person
  readonly membership: Membership
}

/** The current user first, then the others in their order, without duplicates. */
export function peopleOf(reader: Member, others: readonly Member[]): Person[] {
  const all = [reader, ...others.filter(({ id }) => id !== reader.id)]
  return all.map((member) => {
    const shared = all.some((other) => other.id !== member.id && other.firstName === member.firstName)
    const name = fullName(member)
    return { member, name, short: shared || !member.firstName ? name : member.firstName, self: member.id === reader.id }
  })
}

/** Whether the current user may buy for a person. */
export const mayBuyFor = ({ self, member }: Person) => self || member.can.buy

/**
 * Who is expected to pay for a person: the reader for themselves, for those whom they manage and for whom they act; an
 * adult with a sign-in pays, and so does the parent of a linked adult's child, unless the reader wants to.
 */
export const paysFor = (people: readonly Person[], { self, member }: Person): boolean => {
  const reader = people.find((person) => person.self)
  return self || reader === undefined || member.parentId === reader.member.id
}

/**
 * The current user, their delegates and everyone's memberships. While acting for somebody, only that person, and
 * `alone` is true.
 */
export function useFamily() {
  const { member } = useSession()
  const subject = useSubject()
  const cache = useQueryClient()
  const alone = subject.id !== member.id
  const family = useQuery({ ...peopleQuery(member.id), enabled: !alone })
  const people = alone
    ? [{ ...peopleOf(subject, [])[0]!, self: false }]
    : peopleOf(member, family.data?.map((person) => person.member) ?? [])
  const held = useQuery(
    membershipsOfQuery(
      people.map((person) => person.member.id),
      cache,
    ),
  )
  const holdingsIn = (orgId: string): Holding[] =>
    people.flatMap((person) =>
      (held.data?.get(person.member.id) ?? []).flatMap((membership) =>
        membership.orgId === orgId && isOrWasMember(membership) ? [{ person, membership }] : [],
      ),
    )
  return { alone, family, people, held, holdingsIn }
}
