import { useQuery, useQueryClient } from '@tanstack/react-query'
import { peopleQuery, useSubject } from '#web/api/acting/subject.ts'
import { useSession } from '#web/api/session/session.ts'
import type { Holding } from './holdings/club-holdings.tsx'
import { peopleOf } from './people.ts'
import { membershipsOfQuery } from './queries.ts'
import { isOrWas } from './summary.ts'

/**
 * The reader and those for whom they may act, and what each holds. Whoever acts for somebody sees that person `alone`; until
 * it is known whom there is, the reader.
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
        membership.orgId === orgId && isOrWas(membership) ? [{ person, membership }] : [],
      ),
    )
  return { alone, family, people, held, holdingsIn }
}
