import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const MembershipConfirmPage = () => <PageHeader title={m.title_membership_confirm()} />
