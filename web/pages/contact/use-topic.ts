import { useQuery } from '@tanstack/react-query'
import type { AskedTopic } from '#web/features/conversations/member-ask.tsx'
import { eventQuery } from '#web/features/events/queries.ts'
import { configurationsQuery } from '#web/features/organisations/sale-queries.ts'

export interface AskedAbout {
  readonly orgId?: string | undefined
  readonly event?: string | undefined
  readonly membership?: string | undefined
}

/** What a question is about, by the ids of an address; null while that is not known, and of what there is not. */
export function useTopic({ orgId, event: eventId = '', membership: membershipId = '' }: AskedAbout): AskedTopic | null {
  const { data: event } = useQuery({ ...eventQuery(eventId), enabled: eventId !== '', refetchInterval: false })
  const { data: sold } = useQuery({
    ...configurationsQuery(orgId ?? ''),
    enabled: membershipId !== '' && orgId !== undefined,
  })
  if (event) return { kind: 'event', id: event.id, title: event.title, orgId: event.orgId }
  const membership = sold?.find(({ id }) => id === membershipId)
  return membership ? { kind: 'membership', id: membership.id, title: membership.name, orgId: membership.orgId } : null
}
