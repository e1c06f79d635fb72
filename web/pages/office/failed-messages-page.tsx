import { Stack } from '@mantine/core'
import { ApiProblem } from '#web/api/client.ts'
import { useSession } from '#web/api/session/session.ts'
import { isSuperAdmin } from '#web/api/session/token-claims.ts'
import { FailedMessages } from '#web/features/notifications/failed-messages.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

/** Messages that the portal gave up, for whoever looks after the whole portal. */
export function FailedMessagesPage() {
  const { roles } = useSession()
  if (!isSuperAdmin(roles)) throw new ApiProblem('forbidden', 403)
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_failed_messages()} subtitle={m.failed_subtitle()} />
      <FailedMessages />
    </Stack>
  )
}
