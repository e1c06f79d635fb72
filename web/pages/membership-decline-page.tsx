import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const MembershipDeclinePage = () => <PageHeader title={m.title_membership_decline()} />
