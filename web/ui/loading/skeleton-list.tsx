import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { m } from '#words/messages.js'

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
