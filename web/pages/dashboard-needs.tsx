import { useQuery, useQueryClient } from '@tanstack/react-query'
import { peopleQuery } from '#web/api/people.ts'
import { useSession } from '#web/api/session.ts'
import { missingInProfile } from '#web/features/members/profile-missing.ts'
import { peopleOf } from '#web/features/memberships/people.ts'
import { membershipsOfQuery } from '#web/features/memberships/queries.ts'
import { unpaidQuery } from '#web/features/orders/unpaid-query.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { AttentionList } from '#web/ui/attention-list.tsx'
import { m } from '#words/messages.js'
import { attentionsOf } from './dashboard-attentions.ts'

/** What waits for the reader and their family. */
export function DashboardNeeds() {
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
  const clubs = useQuery(organisationsQuery)
  const unpaid = useQuery(unpaidQuery(member.id))
  if (!held.data) return null
  const attentions = attentionsOf({
    people,
    held: held.data,
    clubs: clubs.data ?? [],
    missing: missingInProfile(member).required.length,
    waiting: new Set(unpaid.data?.map(({ orgId }) => orgId)),
  })
  return attentions.length > 0 ? <AttentionList title={m.dashboard_needs_you()} items={attentions} /> : null
}
