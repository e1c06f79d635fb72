import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { m } from '#words/messages.js'
import { CoverCards } from '../cards/cover-card.tsx'

/** The place of a list that is on its way, as high as what will come. */
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

/** The place of cards with covers while they are on their way. */
export const SkeletonCards = ({ cards, height }: { cards: number; height: number }) => (
  <div aria-busy role="status">
    <VisuallyHidden>{m.loading_label()}</VisuallyHidden>
    <CoverCards>
      {Array.from({ length: cards }, (_, card) => (
        <Skeleton key={card} height={height} radius="lg" />
      ))}
    </CoverCards>
  </div>
)

/** The place of a conversation that is on its way: its head, and words of both sides. */
export const ThreadSkeleton = () => (
  <div role="status" aria-busy>
    <VisuallyHidden>{m.loading_label()}</VisuallyHidden>
    <Skeleton height={22} width="55%" />
    <Skeleton height={14} width="35%" mt={10} />
    <Skeleton height={92} width="72%" radius="lg" mt={36} />
    <Skeleton height={60} width="58%" radius="lg" mt={16} ml="auto" />
  </div>
)
