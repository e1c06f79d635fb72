import { laterPart } from '#web/ui/loading/later-part.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'

/** The front page below what needs the member. */
export const { ready: readyOverview, Part: Overview } = laterPart(
  async () => (await import('./dashboard-overview.tsx')).DashboardOverview,
  { Fallback: SkeletonList },
)
