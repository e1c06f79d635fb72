import { createFileRoute } from '@tanstack/react-router'
import { FailedMessagesPage } from '#web/pages/office/failed-messages-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/admin/messages')({
  component: FailedMessagesPage,
  staticData: { name: 'failedMessages', title: m.title_failed_messages },
})
