import { useQuery, useQueryClient } from '@tanstack/react-query'
import { peopleQuery } from '#web/api/acting/people.ts'
import { useSession } from '#web/api/session/session.ts'
import { AttentionList } from '#web/ui/cards/attention-list.tsx'
import { m } from '#words/messages.js'
import { attentionsOf, type Known } from './attentions.ts'
import { peopleOf } from '../people.ts'
import { membershipsOfQuery } from '../queries.ts'

export type NeedsProps = Pick<Known, 'clubs' | 'missing' | 'waiting'>

/** What waits for the reader and their family. */
export function FamilyNeeds(known: NeedsProps) {
  const { member } = useSession()
  const cache = useQueryClient()
  const family = useQuery(peopleQuery(member.id))
  const people = peopleOf(member, family.data?.map((person) => person.member) ?? [])
  const held = useQuery(
    membershipsOfQuery(
      people.map((person) => person.member.id),
      cache,
    ),
  )
  if (!held.data) return null
  const attentions = attentionsOf({ ...known, people, held: held.data })
  return attentions.length > 0 ? <AttentionList title={m.dashboard_needs_you()} items={attentions} /> : null
}
