import { createFileRoute } from '@tanstack/react-router'
import { CalendarPage } from '#web/pages/events/calendar-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/my-calender')({
  loader: async ({ location }) => (await import('#web/pages/events/load-events.ts')).loadCalendar(location.search),
  component: CalendarPage,
  staticData: { name: 'calendar', title: m.title_calendar, offline: true },
})
