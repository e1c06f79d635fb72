import { Skeleton, VisuallyHidden } from '@mantine/core'
import { m } from '#words/messages.js'

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
