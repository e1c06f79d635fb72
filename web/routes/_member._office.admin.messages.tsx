import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { ApiProblem } from '#web/api/client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { isSuperAdmin } from '#web/api/session/token-claims.ts'
import { FailedMessages } from '#web/features/notifications/failed-messages.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/_office/admin/messages')({
  // Not for the office of one club.
  beforeLoad: () => {
    const session = currentSession()
    if (session.status === 'signed-in' && !isSuperAdmin(session.roles)) throw new ApiProblem('forbidden', 403)
  },
  component: FailedMessagesPage,
  staticData: { name: 'failedMessages', title: m.title_failed_messages },
})

/** Messages that the portal gave up, for whoever looks after the whole portal. */
function FailedMessagesPage() {
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_failed_messages()} subtitle={m.failed_subtitle()} />
      <FailedMessages />
    </Stack>
  )
}
