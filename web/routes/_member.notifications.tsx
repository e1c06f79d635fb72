import { Stack } from '@mantine/core'
import { createFileRoute, notFound, useSearch } from '@tanstack/react-router'
import { config } from '#web/api/config.ts'
import { useSession } from '#web/api/session/session.ts'
import { NotificationList } from '#web/features/notifications/notification-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/notifications')({
  beforeLoad: () => {
    if (!config.notificationsEnabled) throw notFound()
  },
  component: NotificationsPage,
  staticData: { name: 'notifications', title: m.title_notifications },
})

function NotificationsPage() {
  const { member } = useSession()
  const { filter } = useSearch({ strict: false }) as { filter?: string }
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_notifications()} subtitle={m.notifications_subtitle()} />
      <NotificationList memberId={member.id} filter={filter === 'unread' ? 'unread' : 'all'} />
    </Stack>
  )
}
