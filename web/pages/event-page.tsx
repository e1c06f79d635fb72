import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { problemText } from '#web/api/problem-text.ts'
import { eventQuery } from '#web/features/events/queries.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonList } from '#web/ui/skeleton-list.tsx'

/** One event. */
export function EventPage({ eventId }: { eventId: string }) {
  const { data, error, refetch, isFetching } = useQuery(eventQuery(eventId))
  if (error && !data)
    return <ErrorPanel message={problemText(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <SkeletonList />
  return (
    <Stack gap="lg">
      <PageHeader title={data.title} />
    </Stack>
  )
}
