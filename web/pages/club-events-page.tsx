import { Stack } from '@mantine/core'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

/** The events of one club. */
export const ClubEventsPage = ({ orgKey }: { orgKey: string }) => (
  <Stack gap="lg">
    <PageHeader title={m.events_heading()} subtitle={orgKey} />
  </Stack>
)
