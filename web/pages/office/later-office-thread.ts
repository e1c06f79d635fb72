import { laterPart } from '#web/ui/loading/later-part.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'

/** A thread as the office reads and answers it; the list stands without it. */
export const { ready: readyOfficeThread, Part: OfficeThread } = laterPart(
  async () => (await import('./read-office-thread.tsx')).ReadOfficeThread,
  { Fallback: SkeletonList },
)
