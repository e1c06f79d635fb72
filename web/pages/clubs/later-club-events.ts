import { laterPart } from '#web/ui/loading/later-part.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'

/** What stands at the foot of a club's page. */
export const { ready: readyClubEvents, Part: ClubEvents } = laterPart(
  async () => (await import('./club-events.tsx')).ClubEvents,
  { Fallback: SkeletonList },
)
