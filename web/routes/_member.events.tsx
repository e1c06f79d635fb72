import { createFileRoute } from '@tanstack/react-router'
import { EventsPage } from '#web/pages/events/events-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/events')({
  loader: async ({ location }) => (await import('#web/pages/events/load-events.ts')).loadEvents(location.search),
  component: EventsPage,
  staticData: { name: 'events', title: m.title_events },
})
