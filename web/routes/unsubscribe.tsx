import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribePage } from '#web/pages/notifications/unsubscribe-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/unsubscribe')({
  component: UnsubscribePage,
  staticData: { name: 'unsubscribe', title: m.title_unsubscribe },
})
