import { Skeleton, VisuallyHidden } from '@mantine/core'
import { m } from '#words/messages.js'
import { CoverCards } from '../cards/cover-card.tsx'

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
