import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const MembershipHistoryPage = (_props: { membershipId: string }) => <PageHeader title={m.title_membership_history()} />
