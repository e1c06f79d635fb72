import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const EventsPage = () => <PageHeader title={m.title_events()} />
