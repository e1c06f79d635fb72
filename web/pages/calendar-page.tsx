import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const CalendarPage = () => <PageHeader title={m.title_calendar()} />
