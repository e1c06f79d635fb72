import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { EventDetail } from '#contract/events/answers.ts'
import { mayWait } from './may-wait.ts'
import { myWishesQuery } from './queries.ts'

// Lazy, because few events are sold out.
const WaitingPanel = lazy(async () => ({ default: (await import('./waiting-panel.tsx')).WaitingPanel }))

/** The waiting list, for whoever could join it or is on it. */
export default function WaitingPart({ event }: { event: EventDetail }) {
  const canJoin = mayWait(event)
  const { data: wishes = [] } = useQuery({ ...myWishesQuery, enabled: !canJoin })
  return (canJoin || wishes.some(({ eventId }) => eventId === event.id)) && <WaitingPanel event={event} />
}
