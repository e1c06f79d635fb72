import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const MembershipReceiptPage = (_props: { termId: string }) => <PageHeader title={m.title_membership_receipt()} />
