import { createFileRoute, notFound } from '@tanstack/react-router'
import { config } from '#web/api/config.ts'
import { NotificationsPage } from '#web/pages/notifications/notifications-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/notifications')({
  beforeLoad: () => {
    if (!config.notificationsEnabled) throw notFound()
  },
  component: NotificationsPage,
  staticData: { name: 'notifications', title: m.title_notifications },
})
