import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const ParticipantsPage = () => <PageHeader title={m.title_participants()} />
