import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const MembershipsPage = () => <PageHeader title={m.title_memberships()} />
