import { Skeleton, Stack } from '@mantine/core'
import { useMatches } from '@tanstack/react-router'
import '../page-title.ts'
import c from '../page.module.css'
import { SkeletonList } from './skeleton-list.tsx'

/** In place of a page that is on its way: its name where the address says it already, and room for what comes. */
export function PendingPage() {
  const title = useMatches({
    select: (matches) => {
      const shown = matches.at(-1)
      // The front page has none of its own; what an id stands for is not known yet.
      if (!shown || shown.pathname === '/' || Object.keys(shown.params).length > 0) return null
      return shown.staticData.title?.() ?? null
    },
  })
  return (
    <Stack gap="lg">
      {title ? (
        <div className={c.pendingTitle} aria-hidden>
          {title}
        </div>
      ) : (
        <Skeleton height={170} radius={20} />
      )}
      <SkeletonList rows={3} height={150} />
    </Stack>
  )
}
