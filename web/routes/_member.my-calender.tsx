import { createFileRoute } from '@tanstack/react-router'
import { CalendarPage } from '#web/pages/calendar-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/my-calender')({
  component: CalendarPage,
  staticData: { name: 'calendar', title: m.title_calendar },
})
