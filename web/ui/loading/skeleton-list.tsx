import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useMatches } from '@tanstack/react-router'
import { m } from '#words/messages.js'
import { CoverCards } from '../cards/cover.tsx'
import c from '../page.module.css'

/** Placeholder of a list, as high as its content will be. */
export function SkeletonList({ rows = 3, height = 92 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="md" aria-busy role="status">
      <VisuallyHidden>{m.loading_label()}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} radius="lg" />
      ))}
    </Stack>
  )
}

export const SkeletonCards = ({ cards, height }: { cards: number; height: number }) => (
  <div aria-busy role="status">
    <VisuallyHidden>{m.loading_label()}</VisuallyHidden>
    <CoverCards>
      {Array.from({ length: cards }, (_, card) => (
        <Skeleton key={card} height={height} className={c.pendingCard ?? ''} radius="lg" />
      ))}
    </CoverCards>
  </div>
)

export const ThreadSkeleton = () => (
  <div role="status" aria-busy>
    <VisuallyHidden>{m.loading_label()}</VisuallyHidden>
    <Skeleton height={22} width="55%" />
    <Skeleton height={14} width="35%" mt={10} />
    <Skeleton height={92} width="72%" radius="lg" mt={36} />
    <Skeleton height={60} width="58%" radius="lg" mt={16} ml="auto" />
  </div>
)

/** Placeholder of a page, with its title where the route has one. */
export function PendingPage() {
  const title = useMatches({
    select: (matches) => {
      const shown = matches.at(-1)
      // The home page has no title, and a title that depends on an id is not known yet.
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
